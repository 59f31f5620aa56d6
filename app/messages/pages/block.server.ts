import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { blockTexts } from "../block-texts.ts";
import { changeBlock } from "../blocks.server.ts";

/** Intents that block or unblock the partner of a conversation. */
export function blockButtons(
  { context }: Pick<ActionFunctionArgs, "context">,
  partner: string,
  href: string,
) {
  const act = (intent: "block" | "unblock") => async (_: PostedForm, viewer: Viewer) => {
    await changeBlock(viewer.id, intent, partner);
    const isBlocking = intent === "block";
    return redirectWithFlash(context, href, {
      text: isBlocking ? blockTexts.blocked : blockTexts.unblocked,
      undo: { action: href, fields: { intent: isBlocking ? "unblock" : "block" } },
    });
  };
  return { block: act("block"), unblock: act("unblock") };
}
