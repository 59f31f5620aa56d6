import type { ReactNode } from "react";
import { Link } from "react-router";
import * as styles from "./resource.css.ts";

interface Shared {
  /** Null when there is no page for the viewer. */
  sharedBy: { id: string | null; name: string };
  sharedAgo: string;
}

export function Facts({
  resource,
}: {
  resource: Shared & { fileName: string; category: { name: string }; year: number; downloads: string };
}) {
  const facts: [string, ReactNode][] = [
    ["File", resource.fileName],
    ["Category", resource.category.name],
    ["Year", String(resource.year)],
    ["Shared by", <Uploader key="uploader" {...resource} />],
    ["Downloads", resource.downloads],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The member who shared it: for members, a link to their page if they have one. */
const Uploader = ({ sharedBy: { id, name }, sharedAgo }: Shared) => (
  <>
    {id ? (
      <Link to={`/qa-threads/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ) : (
      <bdi>{name}</bdi>
    )}
    , {sharedAgo}
  </>
);
