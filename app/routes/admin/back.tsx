import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./admin.css.ts";

/** The way back to a list, above a heading. */
export const Back = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} className={styles.back}>
    <Icon name="left" />
    {text}
  </Link>
);
