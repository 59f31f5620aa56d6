import { data, Form, redirect, useNavigation } from "react-router";
import { hasEventId } from "#db/scopes/events.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { selectEvents } from "../../events/events.server.ts";
import { deleteEvent } from "../../events/organizing.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { log } from "../../log.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/delete.ts";
import * as styles from "./event.css.ts";
import { EventDialog } from "./event-dialog.tsx";
import { eventNotFound, requireEventId } from "./queries.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const id = requireEventId(params.id);
  const rows = await queryOrNull(context, () => selectEvents(viewer).where(hasEventId(id)));
  if (!rows) return data({ event: null }, 503);
  const [event] = rows;
  if (!event) throw eventNotFound();
  if (!event.canEdit) throw data(eventTexts.notYours, 403);
  return { event: { id: params.id, title: event.title, registered: event.registrationCount } };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOr(serverLoader, { event: null });

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  try {
    await deleteEvent(viewer, requireEventId(params.id));
  } catch (error) {
    if (error instanceof HttpError && error.status !== 429) throw data(error.message, error.status);
    if (error instanceof HttpError) {
      return data({ error: error.message }, { status: error.status, headers: error.headers() });
    }
    if (!(error instanceof Error)) throw error;
    log.error({ requestId: getRequestContext(context).id, err: error }, "event not deleted");
    return data({ error: eventTexts.deleteFailed }, 503);
  }
  throw redirect("/events", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) =>
    data({ error: reason === "login" ? eventTexts.loggedOut : eventTexts.deleteFailed }, 503),
  );

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Asks before an event is deleted: specification, section 7. */
export default function DeleteEvent({ loaderData: { event }, actionData }: Route.ComponentProps) {
  const isDeleting = useNavigation().state === "submitting";
  return (
    <EventDialog title="Are you sure?">
      <Title>Delete Event</Title>
      {event ? (
        <Form method="post" action={`/events/${event.id}/delete`} className={styles.form}>
          <Alert texts={actionData ? [actionData.error] : null} />
          <p>
            This deletes <b>{event.title}</b>. It can't be undone.
            {event.registered > 0 && " Everyone who registered gets an email."}
          </p>
          <div className={styles.row}>
            <Button variant="danger" loading={isDeleting}>
              Delete
            </Button>
            <ButtonLink to="/events" variant="outline" preventScrollReset>
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
