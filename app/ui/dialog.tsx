import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { findFormerSearch } from "#app/device/former-search.ts";
import { Icon } from "./icon.tsx";
import { ToastRegion } from "./toast.tsx";

/**
 * A dialog that is open on the page at its address. A link to `closeTo` closes it. With scripts it is modal.
 * @param className from `styleDialog`
 */
export function Dialog({
  title,
  closeTo,
  className,
  onClose,
  children,
}: {
  title: string;
  closeTo: string;
  className: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLAnchorElement>(null);
  // Closing it while it is still in the page returns the focus to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // It is open in the server's HTML. To become modal it must be closed and shown again.
    element.close();
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      className={className}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close.current?.click();
      }}
    >
      <div>
        <h2 id="dialog-title" dir="auto">
          {title}
        </h2>
        <Link
          ref={close}
          to={closeTo}
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
