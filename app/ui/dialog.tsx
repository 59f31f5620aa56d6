import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import * as styles from "./dialog.css.ts";
import { findFormerSearch } from "./former-search.ts";
import { Icon } from "./icon.tsx";
import { ToastRegion } from "./toast.tsx";

/** The page at a dialog's address shows it open, a link to `closeTo` closes it. With scripts it is modal. */
export function Dialog({
  title,
  closeTo,
  onClose,
  children,
}: {
  title: string;
  closeTo: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLAnchorElement>(null);
  // Closed while it is still in the page, it gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The server's HTML has it open; to become modal it must be closed and shown again.
    element.close();
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      className={styles.dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close.current?.click();
      }}
    >
      <div className={styles.head}>
        <h2 id="dialog-title" className={styles.title} dir="auto">
          {title}
        </h2>
        <Link
          ref={close}
          to={closeTo}
          className={styles.close}
          aria-label="Close"
          preventScrollReset
          onClick={(event) => {
            onClose?.();
            // A list closes its dialogs itself.
            if (findFormerSearch()?.pathname !== "/search") return;
            event.preventDefault();
            history.back();
          }}
        >
          <Icon name="close" />
        </Link>
      </div>
      {children}
      <ToastRegion />
    </dialog>
  );
}
