import { Link, useLocation } from "react-router";
import { Alert } from "#app/ui/forms/field.tsx";
import { Composer } from "../chat/composer.tsx";
import { maxMessageLength } from "../rules.ts";
import * as styles from "./messages.css.ts";
import type { RejectedMessage } from "./page-data.ts";
import { chat } from "./thread.css.ts";

/** The form of a message that was not sent because the session had ended, for a browser without scripts. */
export function LoggedOut({ rejected: { error, text } }: { rejected: RejectedMessage }) {
  const { pathname, search } = useLocation();
  const href = pathname + search;
  return (
    <section className={styles.loggedOut} aria-labelledby="logged-out">
      <h1 id="logged-out">Messages</h1>
      <Alert texts={[error]} />
      <p>
        <Link to={`/login?redirectTo=${encodeURIComponent(href)}`} target="_blank" reloadDocument>
          Log in again in a new tab
        </Link>
        , then come back here and send your message.
      </p>
      <Composer
        styles={chat}
        href={href}
        placeholder="Write a message"
        maxLength={maxMessageLength}
        initialText={text}
        isInvalid
      />
    </section>
  );
}
