import type { ReactNode } from "react";
import { isRouteErrorResponse, useMatches, useOutletContext, useRouteError } from "react-router";
import { Back } from "#app/ui/back.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalPage } from "#app/ui/error-page.tsx";
import { SendAgain, useUnsentForm } from "#app/ui/forms/send-again.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { readHandle } from "#app/ui/page-handle.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import * as styles from "./event.css.ts";

/** What the list passes to the dialog over it. */
export interface DialogContext {
  /** Guests get no React, so their addresses below `/events` are pages. */
  isGuest: boolean;
}

/** A dialog over the events, or a page for guests. */
export function EventDialog({ title, children }: { title: string; children: ReactNode }) {
  const { isGuest } = useOutletContext<DialogContext>();
  if (!isGuest) {
    return (
      <Dialog className={styles.dialog} title={title} closeTo="/events">
        {children}
      </Dialog>
    );
  }
  return (
    <div className={`${narrow} ${styles.page}`}>
      <div>
        <Back to="/events" className={styles.screenOnly} reloadDocument>
          All events
        </Back>
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  );
}

/** The `ErrorBoundary` of a dialog, which stays open over the events. Guests get the error page. */
export function DialogFailed() {
  const { isGuest } = useOutletContext<DialogContext>();
  const error = useRouteError();
  const { title = "", failed = "" } = readHandle(useMatches().at(-1));
  const unsentForm = useUnsentForm();
  if (unsentForm) return <SendAgain form={unsentForm} />;
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal && isGuest) return <RefusalPage error={error} />;
  return (
    <EventDialog title={title}>
      <Title>{title}</Title>
      {isRefusal ? <p>{String(error.data)}</p> : <LoadFailure text={failed} />}
    </EventDialog>
  );
}
