import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { changeBlock } from "../../messaging/blocks.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";

export function submitBlock(args: ActionFunctionArgs, sent: FormData, partner: string, href: string) {
  const texts = { failed: blockTexts.saveFailed };
  const undo = { action: href, fields: { intent: "unblock" } };
  const act = (intent: "block" | "unblock") => async (_: PostedForm, viewer: Viewer) => {
    await changeBlock(viewer.id, intent, partner);
    return redirectWithFlash(
      args.context,
      href,
      intent === "block" ? { text: blockTexts.blocked, undo } : { text: blockTexts.unblocked },
    );
  };
  return submitForm(
    args,
    { auth: "member", limit: null, fields: [], texts, sent },
    { block: act("block"), unblock: act("unblock") },
  );
}
