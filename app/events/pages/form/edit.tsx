import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { getViewer, requireViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { hasEventId } from "#db/scopes/events.ts";
import { type EventRow, selectEvents } from "../../events.server.ts";
import { type EventField, type EventInput, eventFields, imageUrl } from "../../input.server.ts";
import { requireEditableEvent, updateEvent } from "../../organizing.server.ts";
import { selectFollowing, updateFollowing } from "../../series.server.ts";
import { eventTexts } from "../../texts.ts";
import { toLocalInput } from "../../times.ts";
import { EventDialog } from "../event-dialog.tsx";
import type { Route } from "./+types/edit.ts";
import { getEventRules, submitEvent } from "./form.server.ts";
import { EventForm, type EventFormPage, eventFormTexts, questionFields } from "./form.tsx";

export const handle = { title: "Edit Event", failed: eventTexts.loadFailed, body: { hasFile: true } };

export async function loader(args: Route.LoaderArgs): Promise<EventFormPage & { id: string }> {
  const { id } = args.params;
  const viewer = await requireViewer(args);
  const event = await requireEditableEvent(viewer, toId(id));
  const following = event.seriesId === null ? [] : await selectFollowing(viewer, event);
  return {
    id,
    rules: getEventRules(),
    timeZone: env.TIME_ZONE,
    following: following.length,
    values: toValues(event),
    questions: event.questions,
  };
}

const toValues = (event: EventRow) => ({
  title: event.title,
  description: event.description,
  date: toLocalInput(event.startsAt, env.TIME_ZONE),
  endDate: event.endsAt === null ? "" : toLocalInput(event.endsAt, env.TIME_ZONE),
  location: event.location,
  eventType: event.eventType,
  registrationLimit: String(event.registrationLimit ?? ""),
  registrationLink: event.registrationLink ?? "",
  onlineUrl: event.onlineUrl ?? "",
  imageUrl: event.imageFile ? imageUrl(event.imageFile) : "",
  version: String(event.version),
});

export { DialogFailed as ErrorBoundary } from "../event-dialog.tsx";

export function action(args: Route.ActionArgs) {
  const id = toId(args.params.id);
  return submitEvent(
    args,
    async (organizer, input, versions, isForFollowing) => {
      const change = pickChanged(input, await requireEditableEvent(organizer, id));
      const update = isForFollowing ? updateFollowing : updateEvent;
      return update(organizer, id, change, versions);
    },
    "Your changes are saved.",
    (organizer) => requireEditableEvent(organizer, id),
    async () => {
      const [event] = await selectEvents(await getViewer(args)).where(hasEventId(id));
      if (!event) return null;
      // Leaves out the image, which the form shows itself.
      const { version, imageUrl: _, ...values } = toValues(event);
      const questions = event.questions.map(({ text }, row) => [questionFields[row]?.[1], text]);
      return { version, values: { ...values, ...Object.fromEntries(questions) } };
    },
  );
}

/** The form shows moments less precisely than they are stored, so untouched fields must keep their stored values. */
function pickChanged(input: EventInput, event: EventRow): Partial<EventInput> {
  const shown = toValues(event);
  const isChanged = (name: EventField, value: unknown) =>
    name === "questions"
      ? JSON.stringify(value) !== JSON.stringify(event.questions)
      : eventFields[name].safeParse(shown[name]).data !== value;
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => isChanged(name as EventField, value)),
  );
}

export const clientAction = preserveForm(eventFormTexts);

export { leaveTyped as shouldRevalidate } from "../event-dialog.tsx";

export default function EditEvent({ loaderData: page }: Route.ComponentProps) {
  return (
    <EventDialog title={handle.title}>
      <Title>{handle.title}</Title>
      <UnlessMuted>
        <EventForm action={`/events/${page.id}/edit`} page={page} />
      </UnlessMuted>
    </EventDialog>
  );
}
