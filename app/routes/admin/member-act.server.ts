import type { ActionFunctionArgs } from "react-router";
import { requireAdmin } from "../../auth/session.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { memberTexts } from "./member-texts.ts";
import { changeMember, isMemberAct, type MemberAct } from "./membership.server.ts";

/** The sentence about each act, and the act that takes it back. */
const done: Record<MemberAct, { tell: (name: string) => string; undo?: MemberAct }> = {
  approve: { tell: (name) => `${name} is approved and gets an email.` },
  decline: { tell: (name) => `The registration of ${name} is declined.` },
  promote: { tell: (name) => `${name} is an administrator now.`, undo: "demote" },
  demote: { tell: (name) => `${name} is no longer an administrator.`, undo: "promote" },
  suspend: { tell: (name) => `${name} is suspended and logged out everywhere.`, undo: "unsuspend" },
  unsuspend: { tell: (name) => `${name} is back in.`, undo: "suspend" },
};

/** Runs the form of one act, posted to the list of members or to the page that asks. */
export async function submitMemberAct(args: Pick<ActionFunctionArgs, "request" | "context" | "url">) {
  const viewer = await requireAdmin(args);
  return submitForm(args, { fields: ["intent", "id"], texts: memberTexts }, async (form) => {
    const id = parseId(form.text("id"));
    const act = form.text("intent");
    const name = id !== null && isMemberAct(act) ? await changeMember(viewer, id, act) : null;
    if (name === null || !isMemberAct(act)) throw new HttpError(409, memberTexts.notPossible);
    const { tell, undo } = done[act];
    const text = tell(name);
    if (id === viewer.id) return redirectAndTell(args.context, "/", { text });
    const list = `/admin/members${args.url.search}`;
    // A chosen list may no longer hold the member.
    const isListed = !args.url.searchParams.has("list") && act !== "decline";
    return redirectAndTell(args.context, list, {
      text,
      ...(isListed && { at: `member-${id}` }),
      ...(undo && { undo: { action: list, fields: { intent: undo, id: String(id) } } }),
    });
  });
}
