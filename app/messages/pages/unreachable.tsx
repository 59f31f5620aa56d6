import { LoadFailure } from "#app/ui/load-failure.tsx";
import { messageTexts } from "../rules.ts";
import * as listStyles from "./conversations.css.ts";
import { DrawerOpener } from "./conversations.tsx";
import * as styles from "./messages.css.ts";
import { Welcome } from "./welcome.tsx";

export function Unreachable({ hasConversation }: { hasConversation: boolean }) {
  return (
    <>
      <div className={listStyles.head}>
        <h1 className={listStyles.title}>Messages</h1>
        <details className={listStyles.drawer} open={!hasConversation}>
          <DrawerOpener />
        </details>
      </div>
      <section className={listStyles.list} aria-label="Conversations">
        <div className={listStyles.note}>
          <LoadFailure text={messageTexts.inboxFailed} />
        </div>
      </section>
      <section className={styles.pane} aria-label="Conversation">
        {hasConversation ? (
          <div className={listStyles.note}>
            <LoadFailure text={messageTexts.threadFailed} />
          </div>
        ) : (
          <Welcome />
        )}
      </section>
    </>
  );
}
