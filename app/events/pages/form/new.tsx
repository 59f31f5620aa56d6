import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { createEvent } from "../../organizing.server.ts";
import { eventTexts } from "../../texts.ts";
import { EventDialog } from "../event-dialog.tsx";
import type { Route } from "./+types/new.ts";
import { getEventRules, submitEvent } from "./form.server.ts";
import { EventForm, type EventFormPage, eventFormTexts } from "./form.tsx";

export const handle = { title: "Create Event", failed: eventTexts.loadFailed, body: { hasFile: true } };

export async function loader(args: Route.LoaderArgs): Promise<EventFormPage> {
  await requireViewer(args);
  return { rules: getEventRules(), timeZone: env.TIME_ZONE, values: {} };
}

export { DialogFailed as ErrorBoundary } from "../event-dialog.tsx";

export const action = (args: Route.ActionArgs) =>
  submitEvent(
    args,
    (viewer, input) => createEvent(viewer, input),
    "Your event is announced. Everyone can see it.",
  );

export const clientAction = preserveForm(eventFormTexts);

export { leaveTyped as shouldRevalidate } from "../event-dialog.tsx";

export default function NewEvent({ loaderData }: Route.ComponentProps) {
  return (
    <EventDialog title={handle.title}>
      <Title>{handle.title}</Title>
      <UnlessMuted>
        <EventForm action="/events/new" page={loaderData} />
      </UnlessMuted>
    </EventDialog>
  );
}
