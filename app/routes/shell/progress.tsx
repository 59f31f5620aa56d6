import { useNavigation } from "react-router";
import * as styles from "./shell.css.ts";

/** A thin bar under the header while the next page is on its way and takes its time. */
export function Progress() {
  const { state } = useNavigation();
  return (
    <div className={styles.progressTrack} role="status">
      {state !== "idle" && <span className={styles.progress} role="img" aria-label="Loading" />}
    </div>
  );
}
