import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { FileLink } from "./file-link.tsx";
import * as styles from "./parts.css.ts";
import type { PresentedResource } from "./queries.server.ts";

/** What a file looks like, or a sheet with its type. */
export function Sheet({ resource, large = false }: { resource: PresentedResource; large?: boolean }) {
  if (resource.thumbnail) {
    return (
      <img
        className={large ? styles.picture : styles.rowPicture}
        src={resource.thumbnail}
        alt=""
        width={320}
        height={200}
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <span className={large ? styles.sheet : styles.rowSheet} aria-hidden>
      {large && <Icon name="file" size={28} />}
      {resource.type}
    </span>
  );
}

/** One resource of a list: title first, what it is and how big in a quiet line, the download at the end. */
export function ResourceRow({
  resource,
  showCategory,
}: {
  resource: PresentedResource;
  showCategory: boolean;
}) {
  const place = showCategory ? [resource.category, `Year ${resource.year}`] : [];
  return (
    <li className={styles.row}>
      <Sheet resource={resource} />
      <div className={styles.rowText}>
        <h3 className={styles.rowTitle}>
          <Link to={`/resources/${resource.id}`}>{resource.title}</Link>
        </h3>
        <p className={styles.facts}>
          <b>
            {resource.type} · {resource.size}
          </b>{" "}
          · {[...place, resource.sharedBy, resource.shared, resource.downloads].join(" · ")}
        </p>
      </div>
      <div className={styles.rowAction}>
        <FileLink href={resource.href} name={resource.title} />
      </div>
    </li>
  );
}

/** One resource of the browse page's grid. */
export function ResourceCard({ resource }: { resource: PresentedResource }) {
  return (
    <li className={styles.card}>
      <Sheet resource={resource} large />
      <div className={styles.cardText}>
        <h3 className={styles.cardTitle}>
          <Link to={`/resources/${resource.id}`}>{resource.title}</Link>
        </h3>
        {resource.excerpt && <p className={styles.excerpt}>{resource.excerpt}</p>}
        <p className={styles.facts}>
          {resource.category} · Year {resource.year} · {resource.sharedBy} · {resource.shared}
        </p>
      </div>
      <div className={styles.cardFoot}>
        <p className={styles.weight}>
          <b>{resource.type}</b> {resource.size}
        </p>
        <FileLink href={resource.href} name={resource.title} />
      </div>
    </li>
  );
}

/** The red box where a list should be. */
export function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.failure} role="alert">
      <Icon name="warn" size={24} />
      <div>
        <p className={styles.failureTitle}>{title}</p>
        {children}
      </div>
    </div>
  );
}
