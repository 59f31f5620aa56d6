import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { muteFields } from "#app/moderation/report-input.server.ts";
import { reportTexts, subjectName } from "#app/moderation/report-texts.ts";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { muteLengths } from "#app/platform/auth/mute-texts.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Choices } from "#app/ui/forms/choices.tsx";
import { Checkbox, TextArea } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { binSubjects } from "#db/vocabulary.ts";
import * as styles from "../admin.css.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { Route } from "./+types/report-confirm.ts";
import { requireReport, submitDecision } from "./report-decision.server.ts";

/** Opens over the report's page, which shows a failed read. */
export const handle = { title: "Report", failed: reportTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const { id, act } = args.params;
  const report = await requireReport(viewer, toId(id));
  const { context, subject, title } = report;
  if (!context || !(act === "remove" ? context.canRemove : act === "mute" && context.canMute)) {
    throw new HttpError(404);
  }
  const { author, authorId, isMuted, canMute } = context;
  return {
    id: report.id,
    isRemoval: act === "remove",
    name: subjectName(subject),
    canReturn: binSubjects.some((each) => each === subject),
    title: context.title ?? title,
    author,
    authorId,
    isOfToday: subject === "room-line",
    rules: getFieldRules(muteFields),
    canMute: canMute && !isMuted,
    // The author of a line in the room gets no notice.
    notifiesAuthor: subject !== "room-line",
  };
}

export const action = (args: Route.ActionArgs) => submitDecision(args);
export const clientAction = preserveForm({ failed: reportTexts.resolveFailed });

/** Asks for confirmation before removing a reported item or muting its author. */
export default function ConfirmReportAct({ loaderData, actionData }: Route.ComponentProps) {
  const {
    id,
    isRemoval,
    name,
    canReturn,
    title,
    author,
    authorId,
    isOfToday,
    canMute,
    notifiesAuthor,
    rules,
  } = loaderData;
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
      <ConfirmDialog title="Mute the author?" intent="mute" label="Mute" closeTo={closeTo}>
        <Title>Mute the author?</Title>
        <p>
          {who} can still read everything but not post{isOfToday && " until midnight"}. The {name} stays.
        </p>
        <MuteFields rules={rules} hasLength={!isOfToday} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title={`Remove this ${name}?`} intent="remove" label="Remove it" closeTo={closeTo}>
      <Title>{`Remove this ${name}?`}</Title>
      <p>
        {title && (
          <q>
            <bdi>{title}</bdi>
          </q>
        )}{" "}
        by {who} will be removed for everyone.{" "}
        {canReturn
          ? "Administrators and moderators can bring it back for seven days."
          : "It can't be undone."}
      </p>
      {(notifiesAuthor || canMute) && (
        <RemovalReason
          hint={notifiesAuthor ? "Its author will read it." : "Only the member you mute will read it."}
        />
      )}
      {canMute && (
        <>
          <Checkbox
            name="mute"
            label={`Also mute the author${isOfToday ? ", until midnight" : ""}`}
            defaultChecked={actionData?.failure?.initialValue?.mute === "on"}
          />
          {!isOfToday && (
            <div className={styles.ifMuted}>
              <MuteLengthChoice />
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** The reason and duration, which the member sees. */
function MuteFields({ rules, hasLength }: { rules: FormRules<"reason">; hasLength: boolean }) {
  const failure = useFailure();
  return (
    <>
      <TextArea
        field={{
          id: "mute-reason",
          name: "reason",
          initialValue: String(failure?.initialValue?.reason ?? ""),
          errors: failure?.error?.reason ?? undefined,
          rules: rules.reason,
        }}
        label="Why?"
        hint="They will read it. It stays in the audit trail, so don't write a name."
        rows={3}
      />
      {hasLength && <MuteLengthChoice />}
    </>
  );
}

const MuteLengthChoice = () => (
  <Choices
    className={styles.choices}
    field={{ name: "length", initialValue: useFailure()?.initialValue?.length?.toString() }}
    legend="Muted for"
    choices={Object.entries(muteLengths)}
    preset="day"
  />
);
