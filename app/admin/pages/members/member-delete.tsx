import { and, ne } from "drizzle-orm";
import { deleteAccount } from "#app/account/deletion.server.ts";
import { eraseMemberSchema } from "#app/account/input.server.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { users } from "#db/index.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import type { Route } from "./+types/member-delete.ts";
import { findMember } from "./member-access.server.ts";
import { memberTexts } from "./member-texts.ts";

export const handle = { title: "Delete this account?", failed: memberTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const member = await findMember(toId(args.params.id));
  if (!member || member.id === viewer.id) throw new HttpError(404);
  const { id, name } = member;
  return { id, name, rules: getFieldRules(eraseMemberSchema.shape) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "admin", fields: ["reason", "posts"], texts: memberTexts },
    async (form, viewer) => {
      const { reason, posts } = form.parse(eraseMemberSchema);
      const proof = and(isActingAdmin(viewer.id), ne(users.id, viewer.id));
      const erasure = { posts: posts ?? ("keep" as const), proof, record: { adminId: viewer.id, reason } };
      const requestContext = getRequestContext(args.context);
      await deleteAccount(toId(args.params.id), erasure, requestContext).catch((error) => {
        throw error instanceof HttpError && error.status === 410
          ? new HttpError(409, memberTexts.notPossible)
          : error;
      });
      return redirectWithFlash(args.context, "/admin/members", { text: "The account is deleted." });
    },
  );

export const clientAction = preserveForm(memberTexts);

export default function DeleteMember({ loaderData }: Route.ComponentProps) {
  const { id, name, rules } = loaderData;
  const [form, fields] = usePageForm({ id: "delete-member", rules });
  return (
    <div className={stack[4]}>
      <Title>{handle.title}</Title>
      <div>
        <Back to={`/admin/members/${id}`}>{name}</Back>
        <h1>{handle.title}</h1>
      </div>
      <p>
        The profile, connections and registrations of{" "}
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        are deleted at once and can't be brought back. Their messages and posts stay, under “Deleted user”.
        They get an email.
      </p>
      <PageForm form={form} className={stack[4]}>
        <TextInput
          field={fields.reason}
          label="Reason"
          hint="It stays in the audit trail, next to the member's number. Don't write a name."
        />
        <Checkbox
          name={fields.posts.name}
          value="delete"
          defaultChecked={fields.posts.initialValue === "delete"}
          label="Delete what they posted, too. Upcoming events are cancelled, and everyone who signed up gets an email."
        />
        <p>
          <Button variant="danger">Delete account</Button>
        </p>
      </PageForm>
    </div>
  );
}
