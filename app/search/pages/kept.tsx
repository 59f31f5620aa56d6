import { item } from "#app/ui/list.css.ts";
import * as styles from "./search.css.ts";

/** Pages cached on this device. Each opens as a document, so that the service worker answers. */
export const Kept = ({ pages }: { pages: { title: string; href: string }[] }) => (
  <section aria-label="On this device">
    <p role="status">
      {pages.length > 0
        ? "No connection. These pages are on this device:"
        : "No connection, and nothing on this device has these words."}
    </p>
    <ul>
      {pages.map(({ title, href }) => (
        <li key={href} className={item}>
          <a
            href={href}
            className={styles.link}
            dir="auto"
            onClick={(event) => {
              event.preventDefault();
              location.assign(href);
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </section>
);
