import { and, ne } from "drizzle-orm";
import { users } from "#db/index.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { requireAdmin } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { deleteAccount } from "../../people/deletion.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { eraseMemberSchema } from "../../schemas/user.ts";
import { stack } from "../../styles/layout.css.ts";
import { Back } from "../../ui/back.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextInput } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/member-delete.ts";
import { findMember } from "./member-access.server.ts";
import { memberTexts } from "./member-texts.ts";
import * as styles from "./members.css.ts";

export const handle = { title: "Delete this account?", failed: memberTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const member = await findMember(toId(args.params.id));
  if (!member || member.id === viewer.id) throw new HttpError(404);
  const { id, name } = member;
  return { id, name, rules: getFieldRules(eraseMemberSchema.shape) };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "admin", limit: null, fields: ["reason", "posts"], texts: memberTexts },
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
      <Back to={`/admin/members/${id}`}>{name}</Back>
      <h1>{handle.title}</h1>
      <p>
        The profile, connections and registrations of{" "}
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        go right away and can't be brought back. Their messages and posts stay, under “Deleted user”. They get
        an email.
      </p>
      <PageForm form={form} className={styles.form}>
        <TextInput
          field={fields.reason}
          label="Reason"
          hint="It stays in the audit trail, beside the member's number. Write no name."
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
