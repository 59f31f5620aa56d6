import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import * as styles from "./dialog.css.ts";
import { Icon } from "./icon.tsx";

/**
 * A dialog is an address: it is open because the page at that address shows it, and closing it is a link to
 * `closeTo`. With scripts it lies over the page and holds the focus; without, it stands in the page.
 */
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
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // `open` is in the server's HTML; a modal one has to be shown anew.
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
        <h2 id="dialog-title">{title}</h2>
        <Link
          ref={close}
          to={closeTo}
          className={styles.close}
          aria-label="Close"
          preventScrollReset
          onClick={onClose}
        >
          <Icon name="close" />
        </Link>
      </div>
      {children}
    </dialog>
  );
}
