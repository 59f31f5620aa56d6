import { useNavigation } from "react-router";
import * as styles from "./shell.css.ts";

/** The specification's loading texts, by path. */
const texts: Record<string, string> = { "/resources": "Loading amazing resources..." };

/** A thin bar under the header while the next page loads, shown after 300 ms. */
export function Progress() {
  const { state, location } = useNavigation();
  const text = state === "loading" ? texts[location.pathname] : undefined;
  return (
    <div className={styles.progressTrack} role="status">
      {state !== "idle" && <span className={styles.progress} role="img" aria-label="Loading" />}
      {text && <span className={styles.progressText}>{text}</span>}
    </div>
  );
}
