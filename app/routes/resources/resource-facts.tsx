import type { ReactNode } from "react";
import { type Person, PersonLine } from "../../people/person.tsx";
import * as styles from "./resource.css.ts";

interface Shared {
  sharedBy: Person;
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

const Uploader = ({ sharedBy, sharedAgo }: Shared) => (
  <PersonLine person={sharedBy}>, {sharedAgo}</PersonLine>
);
