import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useOutletContext,
  useRouteError,
} from "react-router";
import { Back } from "#app/ui/back.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalPage } from "#app/ui/error-page.tsx";
import { SendAgain, useUnsentForm } from "#app/ui/forms/send-again.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { readHandle } from "#app/ui/page-handle.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import * as styles from "./event.css.ts";

/** What the list passes to the routes inside it. */
export interface DialogContext {
  /** Whether the address was opened from the list. */
  isOverList: boolean;
}

/**
 * A dialog over the list that it was opened from, else a page.
 * @param eventPath the event's page, for an address below it
 */
export function EventDialog({
  title,
  eventPath,
  children,
}: {
  title: string;
  eventPath?: string;
  children: ReactNode;
}) {
  const { isOverList } = useOutletContext<DialogContext>();
  if (isOverList) {
    return (
      <Dialog className={styles.dialog} title={title} closeTo="/events">
        {eventPath && (
          <Back to={eventPath} preventScrollReset>
            Back to the event
          </Back>
        )}
        {children}
      </Dialog>
    );
  }
  return (
    <div className={`${narrow} ${styles.page}`}>
      <div>
        <Back to={eventPath ?? "/events"} className={styles.screenOnly}>
          {eventPath ? "Back to the event" : "All events"}
        </Back>
        <h1 dir="auto">{title}</h1>
      </div>
      {children}
    </div>
  );
}

/** The `ErrorBoundary` of a dialog, which stays open over the events. */
export function DialogFailed() {
  const { isOverList } = useOutletContext<DialogContext>();
  const error = useRouteError();
  const { title = "", failed = "" } = readHandle(useMatches().at(-1));
  const unsentForm = useUnsentForm();
  if (unsentForm) return <SendAgain form={unsentForm} />;
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal && !isOverList) return <RefusalPage error={error} />;
  return (
    <EventDialog title={title}>
      <Title>{title}</Title>
      {isRefusal ? <p>{String(error.data)}</p> : <LoadFailure text={failed} />}
    </EventDialog>
  );
}

/** Keeps typed text when the events behind the dialog are revalidated. */
export const leaveTyped = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && currentUrl.href !== nextUrl.href;
