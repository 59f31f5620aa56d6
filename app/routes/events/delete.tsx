import { data, Form, useNavigation } from "react-router";
import { hasEventId } from "#db/scopes/events.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { selectEvents } from "../../events/events.server.ts";
import { deleteEvent } from "../../events/organizing.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { orErrorPage, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { removalSchema } from "../../schemas/report.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { RemovalReason } from "../../ui/removal-reason.tsx";
import type { Route } from "./+types/delete.ts";
import * as styles from "./event.css.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventNotFound, requireEventId } from "./queries.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const id = requireEventId(params.id);
  const rows = await queryOrNull(context, () => selectEvents(viewer).where(hasEventId(id)));
  if (!rows) return null;
  const [event] = rows;
  if (!event) throw eventNotFound();
  if (!event.canEdit) throw data(eventTexts.notYours, 403);
  return {
    id: params.id,
    title: event.title,
    registered: event.registrationCount,
    isOwn: event.organizerId === viewer.id,
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: eventTexts.deleteFailed, loggedOut: eventTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const id = requireEventId(args.params.id);
  return submitForm(args, { fields: ["reason"], texts }, async (form) => {
    const removal = form.parse(removalSchema);
    await orErrorPage(() => deleteEvent(viewer, id, removal));
    return redirectAndTell(args.context, "/events", { text: "The event is deleted." });
  });
}

export const clientAction = keepForm(texts);

/** Asks before an event is deleted: specification, section 7. */
export default function DeleteEvent({ loaderData: event, actionData }: Route.ComponentProps) {
  const isDeleting = useNavigation().state === "submitting";
  return (
    <EventDialog title="Are you sure?">
      <Title>Delete Event</Title>
      {event ? (
        <Form method="post" action={`/events/${event.id}/delete`} className={styles.form}>
          <FormAlert failure={actionData?.failure} />
          <p>
            This deletes <b>{event.title}</b>. It can't be undone.
            {event.registered > 0 && " Everyone who registered gets an email."}
          </p>
          {!event.isOwn && <RemovalReason failure={actionData?.failure} />}
          <div className={styles.row}>
            <Button variant="danger" loading={isDeleting}>
              Delete
            </Button>
            <ButtonLink to={`/events/${event.id}`} variant="outline" preventScrollReset>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <LoadFailure text={eventTexts.loadFailed} />
      )}
    </EventDialog>
  );
}
