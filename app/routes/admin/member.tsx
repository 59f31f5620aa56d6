import { Form } from "react-router";
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
import { quiet, row } from "../../styles/layout.css.ts";
import { formatShortDay, today } from "../../time/time.server.ts";
import { Back } from "../../ui/back.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/member.ts";
import * as styles from "./admin.css.ts";
import { AnnouncerForm } from "./announcer-form.tsx";
import { type AccessLink, endMemberSessions, findMember, sendAccessLink } from "./member-access.server.ts";
import { MemberActs } from "./member-acts.tsx";
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

type Shown = Route.ComponentProps["loaderData"];
const statuses = {
  active: "Member",
  pending: "Waits to be let in",
  suspended: "Suspended",
  deleted: "",
} as const;

const countOf = (sessions: number) =>
  sessions === 1
    ? "In 1 browser or program"
    : `In ${sessions === 1000 ? "1,000+" : sessions} browsers and programs`;

function Access({ member }: { member: Shown }) {
  const { email, status, isAdmin, isConfirmed, hasPassword, hasGoogle, hasCode, sessions, joined, isSelf } =
    member;
  const ways = [hasPassword && "a password", hasGoogle && "Google"].filter(Boolean).join(" or ");
  const canGetIn = ways !== "";
  const facts = [
    ["Account", `${isAdmin ? "Administrator" : statuses[status]}, since ${joined}`],
    ["Email", `${email} (${isConfirmed ? "confirmed" : "not confirmed"})`],
    ["Logs in with", canGetIn ? `${ways}${hasCode ? ", and a code" : ""}` : "Nothing yet: invited"],
    ["Logged in", sessions === 0 ? "Nowhere" : countOf(sessions)],
  ] as const;
  return (
    <>
      <dl className={styles.steps}>
        {facts.map(([name, text]) => (
          <div key={name} className={styles.step}>
            <dt className={quiet}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={row[3]}>
        <Form method="post" className={row[3]}>
          {status === "active" &&
            (canGetIn ? (
              <Button variant="outline" name="intent" value="send-reset">
                Send a reset link
              </Button>
            ) : (
              <Button variant="outline" name="intent" value="invite">
                Invite again
              </Button>
            ))}
          {sessions > 0 && (
            <Button variant="outline" name="intent" value="end-sessions">
              {isSelf ? "Log me out everywhere" : "End their sessions"}
            </Button>
          )}
        </Form>
        <MemberActs member={member} />
        {!isSelf && (
          <ButtonLink to={`/admin/members/${member.id}/delete`} variant="outline">
            Delete account…
          </ButtonLink>
        )}
      </div>
      {sessions > 0 && (
        <p className={quiet}>
          Ending the sessions logs out every browser and program. It changes no password: to keep somebody
          out, suspend the member.
        </p>
      )}
    </>
  );
}
