import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { changeMember, type MemberAction, type RoleAction } from "./change-member.server.ts";
import { memberTexts } from "./member-texts.ts";

/** The actions of the list. The message after each, and the action that reverts it. */
const done: Record<
  Exclude<MemberAction, RoleAction>,
  { describe: (name: string) => string; undo?: MemberAction }
> = {
  approve: { describe: (name) => `${name} is approved and gets an email.` },
  decline: { describe: (name) => `The registration of ${name} is declined.` },
  promote: { describe: (name) => `${name} is an administrator now.`, undo: "demote" },
  demote: { describe: (name) => `${name} is no longer an administrator.`, undo: "promote" },
  suspend: { describe: (name) => `${name} is suspended and logged out everywhere.`, undo: "unsuspend" },
  unsuspend: { describe: (name) => `${name} can log in again.`, undo: "suspend" },
};

/** Runs one action, posted to the member list or to its confirmation page. */
export function submitMemberAction(args: Pick<ActionFunctionArgs, "request" | "context" | "url">) {
  const { context, url } = args;
  const change = (act: keyof typeof done) => async (form: PostedForm, viewer: Viewer) => {
    const id = parseId(form.text("id"));
    const name = id === null ? null : await changeMember(viewer, id, act);
    if (name === null) throw new HttpError(409, memberTexts.notPossible);
    const { describe, undo } = done[act];
    const text = describe(name);
    if (id === viewer.id) return redirectWithFlash(context, "/", { text });
    const list = `/admin/members${url.search}`;
    // A filtered list may no longer contain the member.
    const isListed = !url.searchParams.has("list") && act !== "decline";
    return redirectWithFlash(context, list, {
      text,
      ...(isListed && { at: `member-${id}` }),
      ...(undo && { undo: { action: list, fields: { intent: undo, id: String(id) } } }),
    });
  };
  const buttons = Object.fromEntries(
    (Object.keys(done) as (keyof typeof done)[]).map((act) => [act, change(act)]),
  );
  return submitForm(args, { auth: "admin", fields: ["id"], texts: memberTexts }, buttons);
}
