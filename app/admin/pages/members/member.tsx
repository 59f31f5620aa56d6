import { nameAnnouncer } from "#app/announcements/announcers.server.ts";
import { announcerFields, announcerSchema } from "#app/announcements/input.server.ts";
import { listBatches } from "#app/announcements/list.server.ts";
import { avatarUrl } from "#app/people/person.server.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { formatShortDay, today } from "#app/platform/time/time.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/member.ts";
import { Access, AccessActs } from "./access.tsx";
import { changeMember, type RoleAction } from "./change-member.server.ts";
import { type AccessLink, endMemberSessions, findMember, sendAccessLink } from "./member-access.server.ts";
import { memberTexts } from "./member-texts.ts";

export const handle = { title: "Member", failed: memberTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const [found, batches] = await Promise.all([findMember(toId(args.params.id)), listBatches()]);
  if (!found) throw new HttpError(404);
  const { createdAt, avatarFile, ...member } = found;
  return {
    ...member,
    joined: formatShortDay(today(createdAt)),
    avatarUrl: avatarFile && avatarUrl(avatarFile),
    isSelf: member.id === viewer.id,
    batches,
    rules: getFieldRules(announcerFields),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const id = toId(args.params.id);
  const page = `/admin/members/${id}`;
  const send = (link: AccessLink, text: string) => async (_: PostedForm, viewer: Viewer) => {
    if (!(await sendAccessLink(viewer, id, link))) throw new HttpError(409, memberTexts.noLink);
    return redirectWithFlash(args.context, page, { text });
  };
  const changeRole =
    (act: RoleAction, undo: RoleAction, describe: (name: string) => string) =>
    async (_: PostedForm, viewer: Viewer) => {
      const name = await changeMember(viewer, id, act);
      if (name === null) throw new HttpError(409, memberTexts.notPossible);
      return redirectWithFlash(args.context, page, {
        text: describe(name),
        undo: { action: page, fields: { intent: undo } },
      });
    };
  return submitForm(
    args,
    { auth: "admin", fields: Object.keys(announcerFields), texts: memberTexts },
    {
      "send-reset": send("send-reset", "The link for a new password is on its way. It works for 30 minutes."),
      invite: send("invite", "The invitation is on its way. It works for two weeks."),
      "make-moderator": changeRole(
        "make-moderator",
        "remove-moderator",
        (name) => `${name} is a moderator now.`,
      ),
      "remove-moderator": changeRole(
        "remove-moderator",
        "make-moderator",
        (name) => `${name} is no longer a moderator.`,
      ),
      async announcer(form, viewer) {
        const { name, batchYear } = await nameAnnouncer(viewer, id, form.parse(announcerSchema).batchYear);
        const may = batchYear === null ? "no batch" : `batch ${batchYear}`;
        return redirectWithFlash(args.context, page, { text: `${name} may announce to ${may} now.` });
      },
      async "end-sessions"(_, viewer) {
        if ((await endMemberSessions(viewer, id)) === 0) throw new HttpError(409, memberTexts.noSessions);
        const text = "They have been logged out everywhere, including programs.";
        if (id === viewer.id) return redirectWithFlash(args.context, "/login", { text });
        return redirectWithFlash(args.context, page, { text: `${text} To keep them out, suspend them.` });
      },
    },
  );
};

export const clientAction = preserveForm(memberTexts);

/** One member, with actions that help if they cannot log in. */
export default function Member({ loaderData: member, actionData }: Route.ComponentProps) {
  const isOfAnnouncer = actionData?.failure?.initialValue?.intent === "announcer";
  return (
    <>
      <Title>{member.name}</Title>
      <div className={styles.memberTop}>
        <div>
          <Back to="/admin/members">Members</Back>
          <div className={styles.memberHead}>
            <Avatar name={member.name} avatarUrl={member.avatarUrl} size="lg" />
            <h1>
              <bdi>{member.name}</bdi>
            </h1>
          </div>
        </div>
        <AccessActs key={`${member.status} ${member.isModerator} ${member.sessions}`} member={member} />
      </div>
      {!isOfAnnouncer && <FormAlert />}
      <Access member={member} />
      {!member.isAdmin && (
        <AnnouncerForm
          key={member.announcerBatch}
          batchYear={member.announcerBatch}
          batches={member.batches}
          rules={member.rules}
        />
      )}
    </>
  );
}

/** Chooses the batch that a member may announce to. Administrators may announce to all. */
function AnnouncerForm({
  batchYear,
  batches,
  rules,
}: {
  batchYear: number | null;
  batches: readonly number[];
  rules: FormRules<"batchYear">;
}) {
  const [form, fields] = usePageForm({
    id: "announcer",
    failure: useFailure("announcer"),
    rules,
    defaultValue: { batchYear: String(batchYear ?? "") },
  });
  const years = batchYear === null || batches.includes(batchYear) ? batches : [batchYear, ...batches];
  return (
    <PageForm form={form} className={styles.factForm}>
      <Select
        field={fields.batchYear}
        label="Announces to"
        options={years.map((year) => [String(year), `Batch ${year}`] as const)}
        placeholder="No batch"
        optional={false}
      />
      <Button variant="outline" size="sm" name="intent" value="announcer">
        Save
      </Button>
    </PageForm>
  );
}
