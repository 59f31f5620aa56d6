import { Scene } from "#app/ui/drawing.tsx";
import * as styles from "./messages.css.ts";

export function Welcome() {
  return (
    <div className={styles.welcome}>
      <Scene name="lamp" />
      <h2>Welcome to Messages</h2>
      <p>Select a conversation or search for a user to start messaging</p>
    </div>
  );
}
