import { Icon } from "../../ui/icon.tsx";
import * as styles from "./messages.css.ts";

export function Welcome() {
  return (
    <div className={styles.welcome}>
      <span className={styles.drawing}>
        <Icon name="send" size={28} />
      </span>
      <h2>Welcome to Messages</h2>
      <p>Select a conversation or search for a user to start messaging</p>
    </div>
  );
}
