import { Form, useNavigation } from "react-router";
import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { removalSchema } from "#app/moderation/report-input.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import { deleteEvent, requireEditableEvent } from "../organizing.server.ts";
import { eventTexts } from "../texts.ts";
import type { Route } from "./+types/delete.ts";
import { EventDialog } from "./event-dialog.tsx";

export const handle = { title: "Delete Event", failed: eventTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await requireEditableEvent(viewer, toId(args.params.id));
  return {
    id: args.params.id,
    title: event.title,
    registered: event.registrationCount,
    isOwn: event.organizerId === viewer.id,
  };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: eventTexts.deleteFailed, loggedOut: eventTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["reason"], texts: { failed: texts.failed } },
    async (form, viewer) => {
      await deleteEvent(viewer, toId(args.params.id), form.parse(removalSchema), true);
      return redirectWithFlash(args.context, "/events", {
        text: "The event is deleted.",
        undo: undoDeletion("event", args.params.id),
      });
    },
  );

export const clientAction = preserveForm(texts);

/** Asks for confirmation before deleting an event: specification, section 7. */
export default function DeleteEvent({ loaderData: event }: Route.ComponentProps) {
  const isDeleting = useNavigation().state === "submitting";
  return (
    <EventDialog title="Are you sure?">
      <Title>{handle.title}</Title>
      <Form method="post" action={`/events/${event.id}/delete`} className={stack[4]}>
        <FormAlert />
        <p>
          This deletes <b>{event.title}</b>. You can bring it back for seven days.
          {event.registered > 0 && ` ${eventTexts.whenTold}`}
        </p>
        {!event.isOwn && <RemovalReason />}
        <div className={row[3]}>
          <Button variant="danger" loading={isDeleting}>
            Delete
          </Button>
          <ButtonLink to={`/events/${event.id}`} variant="outline" preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </EventDialog>
  );
}
