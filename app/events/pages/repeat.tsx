import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Select, TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { pair, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { repetitionFields, repetitionSchema } from "../input.server.ts";
import { requireEditableEvent } from "../organizing.server.ts";
import { repeatEvent } from "../series.server.ts";
import { eventTexts, maxRepetitions } from "../texts.ts";
import { formatShortMoment, formatShortPeriod } from "../times.ts";
import type { Route } from "./+types/repeat.ts";
import { EventDialog } from "./event-dialog.tsx";

export const handle = { title: "Repeat Event", failed: eventTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params;
  const viewer = await requireViewer(args);
  const { title, startsAt, endsAt } = await requireEditableEvent(viewer, toId(id));
  const when = formatShortPeriod(startsAt, endsAt, env.TIME_ZONE);
  return { id, rules: getFieldRules(repetitionFields), title, when };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: eventTexts.repeatFailed, loggedOut: eventTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return submitForm(
    args,
    { auth: "member", fields: Object.keys(repetitionFields), texts },
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
            Each becomes an event of its own, at the same time of day and with the same organizers. In shorter
            months the 31st becomes the last day.
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
