import { nameAnnouncer } from "../../announcements/announcers.server.ts";
import { listBatches } from "../../announcements/list.server.ts";
import { requireAdmin } from "../../auth/guards.server.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { announcerFields, announcerSchema } from "../../schemas/announcement.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { formatShortDay, today } from "../../time/time.server.ts";
import { Back } from "../../ui/back.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/member.ts";
import { Access } from "./access.tsx";
import { AnnouncerForm } from "./announcer-form.tsx";
import { type AccessLink, endMemberSessions, findMember, sendAccessLink } from "./member-access.server.ts";
import { memberTexts } from "./member-texts.ts";

export const handle = { title: "Member", failed: memberTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const [found, batches] = await Promise.all([findMember(toId(args.params.id)), listBatches()]);
  if (!found) throw new HttpError(404);
  const { createdAt, ...member } = found;
  return {
    ...member,
    joined: formatShortDay(today(createdAt)),
    isSelf: member.id === viewer.id,
    batches,
    rules: getFieldRules(announcerFields),
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const id = toId(args.params.id);
  const page = `/admin/members/${id}`;
  const send = (link: AccessLink, text: string) => async (_: PostedForm, viewer: Viewer) => {
    if (!(await sendAccessLink(viewer, id, link))) throw new HttpError(409, memberTexts.noLink);
    return redirectWithFlash(args.context, page, { text });
  };
  return submitForm(
    args,
    { auth: "admin", limit: null, fields: Object.keys(announcerFields), texts: memberTexts },
    {
      "send-reset": send("send-reset", "The link for a new password is on its way. It works for 30 minutes."),
      invite: send("invite", "The invitation is on its way. It works for two weeks."),
      async announcer(form, viewer) {
        const { name, batchYear } = await nameAnnouncer(viewer, id, form.parse(announcerSchema).batchYear);
        const may = batchYear === null ? "no batch" : `batch ${batchYear}`;
        return redirectWithFlash(args.context, page, { text: `${name} may announce to ${may} now.` });
      },
      async "end-sessions"(_, viewer) {
        if ((await endMemberSessions(viewer, id)) === 0) throw new HttpError(409, memberTexts.noSessions);
        const text = "They are logged out everywhere, programs too.";
        return redirectWithFlash(args.context, id === viewer.id ? "/login" : page, { text });
      },
    },
  );
};

export const clientAction = preserveForm(memberTexts);

/** One member, and what helps them when they can't get in. */
export default function Member({ loaderData: member, actionData }: Route.ComponentProps) {
  const isOfAnnouncer = actionData?.failure?.initialValue?.intent === "announcer";
  return (
    <>
      <div>
        <Title>{member.name}</Title>
        <Back to="/admin/members">Members</Back>
        <h1>
          <bdi>{member.name}</bdi>
        </h1>
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
