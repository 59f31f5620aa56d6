import { and, desc, eq, lt } from "drizzle-orm";
import { Form } from "react-router";
import { db, jobApplications, jobs, users } from "#db/index.ts";
import { applicationCounts, isWaiting } from "#db/scopes/applications.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, submitForm } from "../../forms/submit.server.ts";
import { answerAllWaiting, requirePoster } from "../../jobs/applications.server.ts";
import { excerptOf } from "../../notices/texts.server.ts";
import { personColumns, presentPerson } from "../../people/person.server.ts";
import { PersonLine } from "../../people/person.tsx";
import { answerFields, applicationAnswerSchema } from "../../schemas/application.ts";
import { applicationTexts, countApplications, receivedLabels } from "../../schemas/application-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { narrow } from "../../styles/global.css.ts";
import { quiet, row, stack } from "../../styles/layout.css.ts";
import { timeAgo } from "../../time/time.server.ts";
import { Back } from "../../ui/back.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useFailure } from "../../ui/form.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { item } from "../../ui/list.css.ts";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/applications.ts";
import { AnswerText } from "./answer-text.tsx";
import { hasId, jobNotFound } from "./find-job.server.ts";
import * as styles from "./job.css.ts";
import * as listStyles from "./list.css.ts";

const pageSize = 20;

export const handle = { title: "Applications", failed: applicationTexts.loadFailed };

const rules = getFieldRules(answerFields);
const nothing = { title: "", waiting: 0, newestId: 0, rows: [], next: null };

export async function loader(args: Route.LoaderArgs) {
  const { params, url, context } = args;
  const isAll = url.searchParams.get("show") === "all";
  if (context.get(hasSessionEnded)) return { ...nothing, id: params.id, isAll, rules };
  const viewer = await requireViewer(args);
  const jobId = toId(params.id);
  await requirePoster(viewer.id, jobId);
  const [job] = await db
    .select({ title: jobs.title, waiting: applicationCounts.waitingApplications })
    .from(jobs)
    .where(hasId(params.id));
  if (!job) throw jobNotFound();
  const found = await db
    .select({
      id: jobApplications.id,
      person: personColumns,
      letter: jobApplications.letter,
      state: jobApplications.state,
      sentAt: jobApplications.sentAt,
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .innerJoin(users, eq(users.id, jobApplications.userId))
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.postedBy, viewer.id),
        lt(jobApplications.id, readIdCursor(url)),
        isAll ? undefined : isWaiting,
      ),
    )
    .orderBy(desc(jobApplications.id))
    .limit(pageSize + 1);
  const list = pageOf(found, pageSize, ({ person, letter, state, sentAt, id }) => ({
    id,
    person: presentPerson(person),
    beginning: excerptOf(letter),
    facts: `${receivedLabels[state]}, sent ${timeAgo(sentAt)}`,
  }));
  return { ...job, id: params.id, isAll, newestId: found[0]?.id ?? 0, rules, ...list };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: applicationTexts.answerFailed, loggedOut: applicationTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  return submitForm(
    args,
    { auth: "member", limit: null, fields: ["state", "text", "newest"], texts },
    async (form, viewer) => {
      const input = form.parse(applicationAnswerSchema);
      const count = await answerAllWaiting(viewer, toId(id), toId(form.text("newest")), input);
      return redirectWithFlash(args.context, `/jobs/${id}/applications`, {
        text: count === 0 ? "Nobody waits for an answer." : `${countApplications(count)} answered.`,
      });
    },
  );
};

export const clientAction = preserveForm(texts);

export default function Applications({ loaderData }: Route.ComponentProps) {
  const { id, title, waiting, newestId, isAll, rules, rows, next } = loaderData;
  const failure = useFailure();
  return (
    <div className={`${narrow} ${stack[4]}`}>
      <Title>{`Applications: ${title}`}</Title>
      <Back to={`/jobs/${id}`}>Back to the job</Back>
      <div>
        <h1>Applications</h1>
        <p dir="auto">{title}</p>
      </div>
      <FormAlert />
      <Tabs
        className={listStyles.tabs}
        label="Applications"
        links={[
          [`/jobs/${id}/applications`, `Waiting (${waiting})`],
          [`/jobs/${id}/applications?show=all`, "All"],
        ]}
        current={`/jobs/${id}/applications${isAll ? "?show=all" : ""}`}
      />
      <List
        rows={rows}
        next={next}
        empty={
          isAll
            ? ["Nobody has applied yet", "Applications appear here, and in your notices."]
            : ["Nobody waits", "Whoever you haven't answered appears here."]
        }
      >
        {({ id: applicationId, person, beginning, facts }) => (
          <li key={applicationId} className={`${item} ${stack[2]}`}>
            <PersonLine person={person} size="md" />
            <p dir="auto">{beginning}</p>
            <div className={row[3]}>
              <ButtonLink
                to={`/jobs/${id}/applications/${applicationId}`}
                variant="outline"
                size="sm"
                aria-label={`Open: ${person.name}`}
              >
                Open
              </ButtonLink>
              <span className={quiet}>{facts}</span>
            </div>
          </li>
        )}
      </List>
      {waiting > 1 && !isAll && (
        <details className={styles.tracking} open={failure ? true : undefined}>
          <summary>Answer all who wait</summary>
          <Form id="answer-all" method="post" className={stack[4]}>
            <input type="hidden" name="newest" value={newestId} />
            <p className={quiet}>
              Everybody who waits on this list gets the same answer, each by themselves.
            </p>
            <AnswerText rules={rules} />
            <div className={row[3]}>
              <Button variant="outline" name="state" value="invited">
                Invite all
              </Button>
              <Button variant="outline" name="state" value="declined">
                Decline all
              </Button>
            </div>
          </Form>
        </details>
      )}
    </div>
  );
}
