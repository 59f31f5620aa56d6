import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { useConnection, useConnectionState } from "#app/platform/realtime/provider.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { messageTexts } from "../rules.ts";
import type { ChatPlace } from "./actions.tsx";
import { Lines, SentNote } from "./lines.tsx";
import type { ChatStyles } from "./styles.ts";
import type { ChatState } from "./use-chat.ts";

const olderLabel = {
  idle: "Older messages",
  added: "Older messages",
  loading: "Loading messages...",
  failed: "Retry",
};

/** The lines of a chat, with links to older and newer ones. @param children shown above the lines */
export function ChatLog({
  styles,
  label,
  chat: { lines, scroller, hasOlder, older },
  place,
  olderHref,
  olderRef,
  isLatest,
  children,
}: {
  styles: ChatStyles;
  label: string;
  chat: ChatState;
  place: ChatPlace;
  olderHref: string;
  olderRef?: Ref<HTMLParagraphElement>;
  isLatest: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it when nothing in it can be focused */}
      <section className={styles.scroller} ref={scroller} tabIndex={0} aria-label={label}>
        <div>
          {older.state === "failed" && <Alert texts={[messageTexts.threadFailed]} />}
          {hasOlder && (
            <p className={styles.older} ref={olderRef}>
              <Link
                to={olderHref}
                className={buttonClass({ variant: "ghost", size: "sm" })}
                onClick={older.load}
                aria-busy={older.state === "loading" || undefined}
              >
                {olderLabel[older.state]}
              </Link>
            </p>
          )}
          {children}
          <Lines styles={styles} lines={lines} isSilent={older.state === "added"} {...place} />
          <noscript>
            {isLatest && (
              <p className={styles.status}>
                <a href={place.href}>Check for new messages</a>
              </p>
            )}
          </noscript>
          {!isLatest && (
            <p className={styles.older}>
              <Link to={place.href} className={buttonClass({ variant: "outline", size: "sm" })}>
                Newest messages
              </Link>
            </p>
          )}
        </div>
      </section>
      <SentNote lines={lines} />
    </>
  );
}

export function ConnectionLost({ styles }: { styles: ChatStyles }) {
  const connection = useConnection();
  if (useConnectionState() !== "failed") return null;
  return (
    <p className={styles.status} role="status">
      New messages aren't coming in.
      <Button type="button" variant="link" size="sm" onClick={() => connection?.retry()}>
        Reconnect
      </Button>
    </p>
  );
}
