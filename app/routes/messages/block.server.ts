import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import type { PostedForm } from "../../forms/submit.server.ts";
import { changeBlock } from "../../messaging/blocks.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";

/** The buttons of a conversation that block its partner. */
export function blockButtons(
  { context }: Pick<ActionFunctionArgs, "context">,
  partner: string,
  href: string,
) {
  const undo = { action: href, fields: { intent: "unblock" } };
  const act = (intent: "block" | "unblock") => async (_: PostedForm, viewer: Viewer) => {
    await changeBlock(viewer.id, intent, partner);
    return redirectWithFlash(
      context,
      href,
      intent === "block" ? { text: blockTexts.blocked, undo } : { text: blockTexts.unblocked },
    );
  };
  return { block: act("block"), unblock: act("unblock") };
}
