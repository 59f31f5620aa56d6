import type { ReactNode } from "react";
import { useOutletContext } from "react-router";
import { narrow } from "../../styles/global.css.ts";
import { Back } from "../../ui/back.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import * as styles from "./event.css.ts";

/** The list's word to the dialog over it. */
export interface DialogContext {
  /** Guests get no React: their addresses below `/events` are pages. */
  isGuest: boolean;
}

/** A dialog over the events; for guests a page. */
export function EventDialog({ title, children }: { title: string; children: ReactNode }) {
  const { isGuest } = useOutletContext<DialogContext>();
  if (!isGuest) {
    return (
      <Dialog title={title} closeTo="/events">
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
