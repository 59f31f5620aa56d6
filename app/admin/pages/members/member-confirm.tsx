import { and, eq, ne } from "drizzle-orm";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { db, users } from "#db/index.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { Route } from "./+types/member-confirm.ts";
import { memberTexts } from "./member-texts.ts";
import { submitMemberAction } from "./submit-member-action.server.ts";

/** Opens over the member list, which shows a failed read. */
export const handle = { title: "Members", failed: memberTexts.loadFailed };

const questions = {
  suspend: {
    title: "Suspend this member?",
    label: "Suspend",
    text: "is logged out everywhere at once and can't log in until an administrator lets them back in. What they posted stays.",
  },
  decline: {
    title: "Decline this registration?",
    label: "Decline",
    text: "gets no account, and what they filled in is deleted. It can't be undone, but they can register again.",
  },
  demote: {
    title: "Remove this administrator?",
    label: "Remove as administrator",
    text: "stays a member, without the administration.",
  },
} as const;
type Confirmable = keyof typeof questions;
const isConfirmable = (text: string): text is Confirmable => Object.hasOwn(questions, text);

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { id, act } = args.params;
  const [member] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, toId(id)), ne(users.status, "deleted")));
  if (!member || !isConfirmable(act)) throw new HttpError(404);
  return { ...member, act, closeTo: `/admin/members${args.url.search}#member-${member.id}` };
}

export const action = (args: Route.ActionArgs) => submitMemberAction(args);
export const clientAction = preserveForm(memberTexts);

/** Asks for confirmation before a destructive action on a member. */
export default function ConfirmMemberAct({ loaderData }: Route.ComponentProps) {
  const { id, name, act, closeTo } = loaderData;
  const { title, label, text } = questions[act];
  return (
    <ConfirmDialog title={title} intent={act} label={label} closeTo={closeTo}>
      <Title>{title}</Title>
      <input type="hidden" name="id" value={id} />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        {text}
      </p>
    </ConfirmDialog>
  );
}
