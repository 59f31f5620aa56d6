import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { hasEventId } from "#db/scopes/events.ts";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { loadOr } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { selectEvents } from "../../events/events.server.ts";
import { findEditableEvent, updateEvent } from "../../events/organizing.server.ts";
import { toLocalInput } from "../../events/times.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { imageUrl } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventErrorTexts, guestReplyContext, handleEventForm } from "./event-form.server.ts";
import { EventForm, submitEventForm } from "./event-form.tsx";
import { eventNotFound, requireEventId } from "./queries.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const page = { id: params.id, errorTexts: eventErrorTexts, timeZone: env.TIME_ZONE };
  if (context.get(guestReplyContext)) return { ...page, values: {} };
  const viewer = await requireViewer({ request, context, url });
  const id = requireEventId(params.id);
  const rows = await queryOrNull(context, () => selectEvents(viewer).where(hasEventId(id)));
  if (!rows) return data({ ...page, values: null }, 503);
  const [event] = rows;
  if (!event) throw eventNotFound();
  if (!event.canEdit) throw data(eventTexts.notYours, 403);
  return {
    ...page,
    values: {
      title: event.title,
      description: event.description,
      date: toLocalInput(event.startsAt, env.TIME_ZONE),
      location: event.location,
      eventType: event.eventType,
      registrationLimit: String(event.registrationLimit ?? ""),
      registrationLink: event.registrationLink ?? "",
      imageUrl: event.imageFile ? imageUrl(event.imageFile) : "",
    },
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await getViewer({ request, context });
  const id = requireEventId(params.id);
  const reply = await handleEventForm(
    request,
    context,
    viewer,
    (organizer, input) => updateEvent(organizer, id, input),
    (organizer) => findEditableEvent(organizer, id),
  );
  if (reply) return reply;
  throw redirect("/events", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitEventForm(serverAction);

/** What is being typed stays when the events behind the dialog load again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && currentUrl.href !== nextUrl.href;

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function EditEvent({ loaderData, actionData }: Route.ComponentProps) {
  const values = loaderData?.values ?? (actionData ? {} : null);
  return (
    <EventDialog title="Edit Event">
      <Title>Edit Event</Title>
      {loaderData && values ? (
        <EventForm
          action={`/events/${loaderData.id}/edit`}
          page={{ errorTexts: loaderData.errorTexts, timeZone: loaderData.timeZone, values }}
          reply={actionData}
        />
      ) : (
        <LoadFailure text={eventTexts.loadFailed} />
      )}
    </EventDialog>
  );
}
