import { type ReactNode, useEffect, useId, useState } from "react";
import { Button, buttonClass } from "./button.tsx";
import * as field from "./forms/field.css.ts";
import * as styles from "./share.css.ts";
import { row } from "./styles/layout.css.ts";
import { showToast } from "./toast.tsx";

const outlined = buttonClass({ variant: "outline", size: "sm" });

/** @param isPublic whether guests can open the address, so that it can be posted in a group */
export function Share({
  title,
  url,
  isPublic = true,
  className = outlined,
}: {
  title: string;
  url: string;
  isPublic?: boolean;
  className?: string;
}) {
  return (
    <details className={styles.share}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        className={className}
        onClick={(event) => {
          const { share } = navigator as Partial<Navigator>;
          if (!share) return;
          event.preventDefault();
          share.call(navigator, { title, url }).catch(() => {});
        }}
      >
        Share
      </summary>
      <ShareAddress url={url} text={isPublic ? title : null}>
        <a
          className={outlined}
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
        >
          Email
        </a>
      </ShareAddress>
    </details>
  );
}

/**
 * An address in a field to copy it from, and a link that puts it into a message on WhatsApp. Scripts add Copy.
 * @param text what the message says before the address. Null for no such link
 */
export function ShareAddress({
  url,
  text,
  label = "Address",
  children,
}: {
  url: string;
  text: string | null;
  label?: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.panel}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={field.input}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={row[3]}>
        <CopyButton text={url} />
        {text !== null && <WhatsAppLink text={`${text}\n${url}`} />}
        {children}
      </div>
    </div>
  );
}

export const WhatsAppLink = ({ text }: { text: string }) => (
  <a
    className={outlined}
    href={`https://wa.me/?text=${encodeURIComponent(text)}`}
    target="_blank"
    rel="noreferrer"
  >
    Open in WhatsApp
  </a>
);

/** Absent without scripts. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [canCopy, setCanCopy] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);
  if (!canCopy) return null;
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => showToast("Copied"),
          () => showToast("It couldn't be copied."),
        )
      }
    >
      {label}
    </Button>
  );
}
