import type { ActionFunctionArgs } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { changeBlock } from "../../messaging/blocks.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";

export async function submitBlock(args: ActionFunctionArgs, sent: FormData, partner: string, href: string) {
  const viewer = await requireViewer(args);
  const texts = { failed: blockTexts.saveFailed };
  return submitForm(args, { fields: ["intent"], texts, sent }, async (form) => {
    const intent = form.text("intent");
    if (intent !== "block" && intent !== "unblock") throw new HttpError(422, blockTexts.unknownAct);
    await changeBlock(viewer.id, intent, partner);
    const undo = { action: href, fields: { intent: "unblock" } };
    if (intent === "unblock") return redirectAndTell(args.context, href, { text: blockTexts.unblocked });
    return redirectAndTell(args.context, href, { text: blockTexts.blocked, undo });
  });
}
