import { Button } from "#app/ui/button.tsx";
import * as styles from "./admin.css.ts";

/** Hidden without scripts. */
export const PrintButton = () => (
  <Button type="button" variant="outline" size="sm" className={styles.print} onClick={() => print()}>
    Print
  </Button>
);
