import type { ShouldRevalidateFunctionArgs } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { createEvent } from "../../events/organizing.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded } from "../../forms/submit.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/new.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventErrorTexts, submitEvent } from "./event-form.server.ts";
import { EventForm, type EventFormPage, eventFormTexts } from "./event-form.tsx";

export const handle = { body: { hasFile: true } };

export async function loader(args: Route.LoaderArgs): Promise<EventFormPage> {
  if (!args.context.get(hasSessionEnded)) await requireViewer(args);
  return { rules: eventErrorTexts, timeZone: env.TIME_ZONE, values: {} };
}

export const clientLoader = withFallback(() => null);

export const action = (args: Route.ActionArgs) =>
  submitEvent(
    args,
    (viewer, input) => createEvent(viewer, input),
    "Your event is announced. Everyone can see it.",
  );

export const clientAction = keepForm(eventFormTexts);

/** Typed text stays when the events behind the dialog load again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && currentUrl.href !== nextUrl.href;

export default function NewEvent({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EventDialog title="Create Event">
      <Title>Create Event</Title>
      {loaderData ? (
        <EventForm action="/events/new" page={loaderData} failure={actionData?.failure} />
      ) : (
        <LoadFailure text={eventTexts.loadFailed} />
      )}
    </EventDialog>
  );
}
