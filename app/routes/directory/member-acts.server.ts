import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { changeBlock } from "../../messaging/blocks.server.ts";
import { describeChange } from "../../people/connection-texts.ts";
import { changeConnection } from "../../people/connections.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";
import { parseId } from "../../schemas/fields.ts";
import { actTexts } from "./member-act-texts.ts";

/** The action of a page with buttons about a member: connects with the form's `userId` or blocks them. */
export function memberAction(args: ActionFunctionArgs) {
  const page = args.url.pathname + args.url.search;
  const connect =
    (intent: Parameters<typeof describeChange>[0]) => async (form: PostedForm, viewer: Viewer) => {
      const userId = form.text("userId");
      const { state, name } = await changeConnection(viewer, parseId(userId), intent);
      const at = args.params.id === undefined ? `member-${userId}` : "connection";
      return redirectWithFlash(args.context, page, { text: describeChange(intent, state, name), at });
    };
  return submitForm(
    args,
    { auth: "member", limit: null, fields: ["userId"], texts: actTexts },
    {
      ask: connect("ask"),
      accept: connect("accept"),
      decline: connect("decline"),
      withdraw: connect("withdraw"),
      remove: connect("remove"),
      block: async (form, viewer) => {
        const userId = form.text("userId");
        await changeBlock(viewer.id, "block", userId);
        const undo = { action: page, fields: { intent: "unblock", userId } };
        return redirectWithFlash(args.context, page, { text: blockTexts.blocked, undo });
      },
      unblock: async (form, viewer) => {
        await changeBlock(viewer.id, "unblock", form.text("userId"));
        return redirectWithFlash(args.context, page, { text: blockTexts.unblocked });
      },
    },
  );
}
