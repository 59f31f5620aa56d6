import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { hasEventId } from "#db/scopes/events.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { type EventRow, selectEvents } from "../../events/events.server.ts";
import { findEditableEvent, updateEvent } from "../../events/organizing.server.ts";
import { toLocalInput } from "../../events/times.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded } from "../../forms/submit.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { imageUrl } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventErrorTexts, submitEvent } from "./event-form.server.ts";
import { EventForm, eventFormTexts } from "./event-form.tsx";
import { eventNotFound, requireEventId } from "./queries.server.ts";

export const handle = { body: { hasFile: true } };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const page = { id: params.id, rules: eventErrorTexts, timeZone: env.TIME_ZONE };
  if (context.get(hasSessionEnded)) return { ...page, values: {} };
  const viewer = await requireViewer({ request, context, url });
  const id = requireEventId(params.id);
  const rows = await queryOrNull(context, () => selectEvents(viewer).where(hasEventId(id)));
  if (!rows) return { ...page, values: null };
  const [event] = rows;
  if (!event) throw eventNotFound();
  if (!event.canEdit) throw data(eventTexts.notYours, 403);
  return { ...page, values: toValues(event) };
}

const toValues = (event: EventRow) => ({
  title: event.title,
  description: event.description,
  date: toLocalInput(event.startsAt, env.TIME_ZONE),
  location: event.location,
  eventType: event.eventType,
  registrationLimit: String(event.registrationLimit ?? ""),
  registrationLink: event.registrationLink ?? "",
  imageUrl: event.imageFile ? imageUrl(event.imageFile) : "",
  version: String(event.version),
});

export const clientLoader = withFallback(() => null);

export async function action(args: Route.ActionArgs) {
  const id = requireEventId(args.params.id);
  return submitEvent(
    args,
    (organizer, input, versions) => updateEvent(organizer, id, input, versions),
    "Your changes are saved.",
    (organizer) => findEditableEvent(organizer, id),
    async () => {
      const [event] = await selectEvents(null).where(hasEventId(id));
      if (!event) return null;
      // The picture that the form has is shown in it.
      const { version, imageUrl: _, ...values } = toValues(event);
      return { version, values };
    },
  );
}

export const clientAction = keepForm(eventFormTexts);

/** Typed text stays when the events behind the dialog load again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && currentUrl.href !== nextUrl.href;

export default function EditEvent({ loaderData, actionData }: Route.ComponentProps) {
  const values = loaderData?.values ?? (actionData ? {} : null);
  return (
    <EventDialog title="Edit Event">
      <Title>Edit Event</Title>
      {loaderData && values ? (
        <EventForm
          action={`/events/${loaderData.id}/edit`}
          page={{ rules: loaderData.rules, timeZone: loaderData.timeZone, values }}
          failure={actionData?.failure}
        />
      ) : (
        <LoadFailure text={eventTexts.loadFailed} />
      )}
    </EventDialog>
  );
}
