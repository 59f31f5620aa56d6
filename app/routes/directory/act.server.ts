import { type ActionFunctionArgs, data } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { changeBlock } from "../../messaging/blocks.server.ts";
import { tellConnection } from "../../people/connection-texts.ts";
import { changeConnection } from "../../people/connections.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";
import { parseId } from "../../schemas/fields.ts";
import { connectionFormFields, connectionFormSchema } from "../../schemas/user.ts";
import { actTexts } from "./acts.ts";

/** The action of a page with buttons about a member: connects with the form's `userId` or blocks them. */
export async function act(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: connectionFormFields, texts: actTexts }, async (form) => {
    const page = args.url.pathname + args.url.search;
    const block = form.text("intent");
    if (block === "block" || block === "unblock") {
      const person = form.text("userId");
      await changeBlock(viewer.id, block, person);
      const undo = { action: page, fields: { intent: "unblock", userId: person } };
      const told = block === "block" ? { text: blockTexts.blocked, undo } : { text: blockTexts.unblocked };
      return redirectAndTell(args.context, page, told);
    }
    const parsed = connectionFormSchema.safeParse(Object.fromEntries(form.data));
    if (!parsed.success) throw data("This page does not have that button.", 400);
    const { intent, userId } = parsed.data;
    const { state, name } = await changeConnection(viewer, parseId(userId), intent);
    const at = args.params.id === undefined ? `member-${userId}` : "connection";
    return redirectAndTell(args.context, page, { text: tellConnection(intent, state, name), at });
  });
}
