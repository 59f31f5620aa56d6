import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { Button, ButtonLink, type ButtonLook, buttonClass } from "#app/ui/button.tsx";
import type { FormFailure, FormReply } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import { showToast } from "#app/ui/toast.tsx";
import * as styles from "./events.css.ts";
import type { PresentedEvent } from "./present-event.ts";

/**
 * The registration button: specification, section 4. It posts to the current page, whose action is `participate`.
 * @param failure the error of the page's action, without scripts
 */
export function Participation({
  event,
  isMember,
  failure,
  ...look
}: {
  event: PresentedEvent;
  isMember: boolean;
  failure?: FormFailure | null;
} & ButtonLook) {
  const fetcher = useFetcher<FormReply>();
  useSeatNews(event);
  const said = fetcher.state === "idle" ? (fetcher.data?.failure ?? failure) : null;
  return (
    <>
      {said && (
        <div className={styles.alert}>
          <FormAlert failure={said} />
        </div>
      )}
      {event.isPast ? (
        <p className={styles.over}>{event.isRunning ? "This event has begun" : "This event is over"}</p>
      ) : isMember ? (
        <fetcher.Form method="post" preventScrollReset className={row[2]}>
          <input type="hidden" name="event" value={event.id} />
          <Control event={event} isBusy={fetcher.state !== "idle"} look={look} />
        </fetcher.Form>
      ) : (
        <ButtonLink
          to={`/login?redirectTo=%2Fevents%2F${event.id}&notice=none`}
          reloadDocument
          data-for="guests"
          {...look}
        >
          {event.isFull && !event.registrationLink ? "Log in to join the waiting list" : "Log in to register"}
        </ButtonLink>
      )}
    </>
  );
}

/** Shows a toast if a member gets a seat from the waiting list while the page is open. It replaces older toasts. */
function useSeatNews({ waiting, isRegistered }: PresentedEvent): void {
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (wasWaiting.current && isRegistered) showToast("A seat came free: you're registered.");
    wasWaiting.current = waiting !== null;
  }, [waiting, isRegistered]);
}

function Control({ event, isBusy, look }: { event: PresentedEvent; isBusy: boolean; look: ButtonLook }) {
  const button = (intent: string, text: string, variant = look.variant) => (
    <Button
      {...look}
      variant={variant}
      className={variant === "link" ? styles.leave : undefined}
      name="intent"
      value={intent}
      loading={isBusy}
      aria-label={`${text}: ${event.title}`}
    >
      {text}
    </Button>
  );
  if (event.isRegistered) {
    return (
      <>
        <p className={styles.note}>You're registered</p>
        <a
          className={buttonClass({ ...look, variant: "link" }, styles.leave)}
          href={`/events/${event.id}.ics`}
          download
          aria-label={`Add to calendar: ${event.title}`}
        >
          Add to calendar
        </a>
        {event.seatGoesOn ? (
          <details className={styles.leaving}>
            <summary
              className={buttonClass({ ...look, variant: "link" }, styles.leave)}
              aria-label={`Unregister: ${event.title}`}
            >
              Unregister…
            </summary>
            <p>{event.seatGoesOn}</p>
            <input type="hidden" name="sure" value="yes" />
            {button("unregister", "Give my seat away", "outline")}
          </details>
        ) : (
          button("unregister", "Unregister", "link")
        )}
      </>
    );
  }
  if (event.registrationLink) {
    return (
      <a
        className={buttonClass(look)}
        href={event.registrationLink}
        target="_blank"
        rel="noreferrer nofollow"
        aria-label={`Register: ${event.title}`}
      >
        Register
      </a>
    );
  }
  if (event.waiting !== null) {
    return (
      <>
        <p className={styles.note}>You're number {event.waiting} on the waiting list</p>
        {button("leave", "Leave the waiting list", "link")}
      </>
    );
  }
  if (!event.isFull && event.hasQuestions) {
    return (
      <ButtonLink
        {...look}
        to={`/events/${event.id}/answers`}
        preventScrollReset
        aria-label={`Register: ${event.title}`}
      >
        Register
      </ButtonLink>
    );
  }
  if (!event.isFull) return button("register", "Register");
  return event.isOrganizer ? (
    <p className={styles.note}>All seats of your event are taken</p>
  ) : (
    button("wait", "Join the waiting list")
  );
}
