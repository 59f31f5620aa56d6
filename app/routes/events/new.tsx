import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { loadOr } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { createEvent } from "../../events/organizing.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/new.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventErrorTexts, guestReplyContext, handleEventForm } from "./event-form.server.ts";
import { EventForm, type EventFormPage, submitEventForm } from "./event-form.tsx";

export async function loader(args: Route.LoaderArgs): Promise<EventFormPage> {
  if (!args.context.get(guestReplyContext)) await requireViewer(args);
  return { errorTexts: eventErrorTexts, timeZone: env.TIME_ZONE, values: {} };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await getViewer({ request, context });
  const reply = await handleEventForm(request, context, viewer, createEvent);
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

export default function NewEvent({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EventDialog title="Create Event">
      <Title>Create Event</Title>
      {loaderData ? (
        <EventForm action="/events/new" page={loaderData} reply={actionData} />
      ) : (
        <LoadFailure text={eventTexts.loadFailed} />
      )}
    </EventDialog>
  );
}
