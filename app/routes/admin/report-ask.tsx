import { data } from "react-router";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { toId } from "../../schemas/fields.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { Checkbox } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { RemovalReason } from "../../ui/removal-reason.tsx";
import type { Route } from "./+types/report-ask.ts";
import { Ask } from "./ask.tsx";
import { loadReport, reportGone, submitDecision } from "./report-decision.server.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { id, act } = args.params;
  const found = await queryOrNull(args.context, async () => ({ report: await loadReport(toId(id)) }));
  if (!found) return null;
  const { report } = found;
  if (!report) throw reportGone();
  const { context, subject, title } = report;
  if (!context || !(act === "remove" ? context.canRemove : act === "mute" && context.canMute)) {
    throw data("There is nothing here.", 404);
  }
  const { author, authorId, isMuted, canMute } = context;
  return {
    id: report.id,
    isRemoval: act === "remove",
    name: subjectNames[subject],
    title: context.title ?? title,
    author,
    authorId,
    until: subject === "room-line" ? "until midnight" : "until an administrator unmutes them",
    canMute: canMute && !isMuted,
    // The author of a line in the room hears nothing of it.
    tellsAuthor: subject !== "room-line",
  };
}

export const clientLoader = withFallback(() => null);
export const action = (args: Route.ActionArgs) => submitDecision(args);
export const clientAction = keepForm({ failed: reportTexts.resolveFailed });

/** Asks before a reported thing is removed, or its author muted. */
export default function AskAboutReport({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  if (!loaderData) return <LoadFailure text={reportTexts.loadFailed} />;
  const { id, isRemoval, name, title, author, authorId, until, canMute, tellsAuthor } = loaderData;
  const closeTo = `/admin/reports/${id}`;
  const who = (
    <>
      <b>
        <bdi>{author}</bdi>
      </b>
      {authorId && <small> ({authorId})</small>}
    </>
  );
  if (!isRemoval) {
    return (
      <Ask title="Mute the author?" intent="mute" label="Mute" closeTo={closeTo} failure={failure}>
        <Title>Mute the author?</Title>
        <p>
          {who} can read everything and post nothing {until}. The {name} stays.
        </p>
      </Ask>
    );
  }
  return (
    <Ask title={`Remove this ${name}?`} intent="remove" label="Remove it" closeTo={closeTo} failure={failure}>
      <Title>{`Remove this ${name}?`}</Title>
      <p>
        {title && (
          <q>
            <bdi>{title}</bdi>
          </q>
        )}{" "}
        by {who} goes for everybody. It can't be undone.
      </p>
      {tellsAuthor && <RemovalReason failure={failure} />}
      {canMute && <Checkbox name="mute" label={`Also mute the author, ${until}`} />}
    </Ask>
  );
}
