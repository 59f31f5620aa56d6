import { useNavigation } from "react-router";
import { requireViewer } from "../../auth/guards.server.ts";
import { env } from "../../env.server.ts";
import { findEditableEvent } from "../../events/organizing.server.ts";
import { repeatEvent } from "../../events/series.server.ts";
import { formatShortMoment, formatShortPeriod } from "../../events/times.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, submitForm } from "../../forms/submit.server.ts";
import { UnlessMuted } from "../../reports/muted-band.tsx";
import { repetitionFields, repetitionSchema } from "../../schemas/event.ts";
import { eventTexts, maxRepetitions } from "../../schemas/event-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { pair, quiet, row, stack } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Select, TextInput } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/repeat.ts";
import { EventDialog } from "./event-dialog.tsx";

export const handle = { title: "Repeat Event", failed: eventTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const page = { id: args.params.id, rules: getFieldRules(repetitionFields), title: "", when: "" };
  if (args.context.get(hasSessionEnded)) return page;
  const viewer = await requireViewer(args);
  const { title, startsAt, endsAt } = await findEditableEvent(viewer, toId(args.params.id));
  return { ...page, title, when: formatShortPeriod(startsAt, endsAt, env.TIME_ZONE) };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: eventTexts.repeatFailed, loggedOut: eventTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return submitForm(
    args,
    { auth: "member", limit: null, fields: Object.keys(repetitionFields), texts },
    async (form, viewer) => {
      const made = await repeatEvent(viewer, toId(id), form.parse(repetitionSchema));
      const last = formatShortMoment(made.at(-1)?.startsAt ?? 0, env.TIME_ZONE);
      const text = `${made.length === 1 ? "One more event is" : `${made.length} more events are`} announced, the last on ${last}.`;
      return redirectWithFlash(args.context, `/events/${id}`, { text });
    },
  );
}

export const clientAction = preserveForm(texts);

export default function RepeatEvent({ loaderData: page }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "repeat",
    rules: page.rules,
    defaultValue: { every: "week", times: "3" },
  });
  const isSending = useNavigation().state === "submitting";
  return (
    <EventDialog title={handle.title}>
      <Title>{handle.title}</Title>
      <UnlessMuted>
        <PageForm form={form} action={`/events/${page.id}/repeat`} preventScrollReset className={stack[4]}>
          <p className={quiet}>
            <bdi>{page.title}</bdi> · {page.when}
          </p>
          <div className={pair}>
            <Select
              field={fields.every}
              label="Every"
              options={[
                ["week", "Week"],
                ["month", "Month"],
              ]}
              optional={false}
            />
            <TextInput
              field={fields.times}
              label="How many more"
              hint={`At most ${maxRepetitions} in a series`}
              type="number"
              inputMode="numeric"
              min={1}
              max={maxRepetitions}
              step={1}
            />
          </div>
          <p className={quiet}>
            Each becomes an event of its own, at the same time of day and with the same organizers. Of the
            31st a shorter month has its last day.
          </p>
          <div className={row[3]}>
            <Button loading={isSending}>Repeat</Button>
            <ButtonLink to={`/events/${page.id}`} variant="outline" preventScrollReset>
              Cancel
            </ButtonLink>
          </div>
        </PageForm>
      </UnlessMuted>
    </EventDialog>
  );
}
