import { Link } from "react-router";
import * as styles from "./tabs.css.ts";

/** Links to pages that belong together. @param current the address of the page that is open */
export const Tabs = ({
  label,
  links,
  current,
}: {
  label: string;
  links: readonly (readonly [href: string, text: string])[];
  current: string;
}) => (
  <nav className={styles.tabs} aria-label={label}>
    {links.map(([href, text]) => (
      <Link key={href} to={href} aria-current={href === current ? "page" : undefined}>
        {text}
      </Link>
    ))}
  </nav>
);

export const peopleAndQuestions = [
  ["/qa-threads", "People"],
  ["/questions", "Questions"],
] as const;
