import type { ActionFunctionArgs } from "react-router";
import { blockTexts } from "#app/messages/block-texts.ts";
import { changeBlock } from "#app/messages/blocks.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { describeChange, undoOf } from "../../connection-texts.ts";
import { changeConnection, undoConnectionChange } from "../../connections.server.ts";
import { actTexts } from "./member-act-texts.ts";

/**
 * The action of a page with buttons about a member: changes the connection with the form's `userId`, or blocks them.
 */
export function memberAction(args: ActionFunctionArgs) {
  const page = args.url.pathname + args.url.search;
  const placeOf = (userId: string) => (args.params.id === undefined ? `member-${userId}` : "connection");
  const connect =
    (intent: Parameters<typeof describeChange>[0]) => async (form: PostedForm, viewer: Viewer) => {
      const userId = form.text("userId");
      const { state, name } = await changeConnection(viewer, parseId(userId), intent, intent === "accept");
      const text = describeChange(intent, state, name);
      const undo = undoOf(intent, state, page, userId);
      return redirectWithFlash(args.context, page, { text, at: placeOf(userId), ...undo });
    };
  return submitForm(
    args,
    { auth: "member", fields: ["userId"], texts: actTexts },
    {
      ask: connect("ask"),
      accept: connect("accept"),
      decline: connect("decline"),
      withdraw: connect("withdraw"),
      remove: connect("remove"),
      async undo(form, viewer) {
        const userId = form.text("userId");
        await undoConnectionChange(viewer, toId(userId));
        return redirectWithFlash(args.context, page, { text: undoTexts.done, at: placeOf(userId) });
      },
      block: async (form, viewer) => {
        const userId = form.text("userId");
        await changeBlock(viewer.id, "block", userId);
        const undo = { action: page, fields: { intent: "unblock", userId } };
        return redirectWithFlash(args.context, page, { text: blockTexts.blocked, undo });
      },
      unblock: async (form, viewer) => {
        const userId = form.text("userId");
        await changeBlock(viewer.id, "unblock", userId);
        const undo = { action: page, fields: { intent: "block", userId } };
        return redirectWithFlash(args.context, page, { text: blockTexts.unblocked, undo });
      },
    },
  );
}
