import type { ReactNode } from "react";
import { Link } from "react-router";
import { filterHref } from "../../client/filter-address.ts";
import { type Person, PersonLine } from "../../people/person.tsx";
import * as styles from "./resource.css.ts";

interface Shared {
  sharedBy: Person;
  sharedAgo: string;
}

export function Facts({
  resource,
}: {
  resource: Shared & {
    fileName: string;
    category: { name: string };
    year: number;
    courseCode: string | null;
    kind: string | null;
    event: { id: string; title: string } | null;
    downloads: string;
  };
}) {
  const facts: (readonly [string, ReactNode])[] = [
    ["File", resource.fileName],
    ["Category", resource.category.name],
    ["Year", String(resource.year)],
    ...(resource.courseCode
      ? [["Course", <CourseLink key="course" code={resource.courseCode} />] as const]
      : []),
    ...(resource.kind ? [["Kind", resource.kind] as const] : []),
    ...(resource.event
      ? [
          [
            "Event",
            <Link key="event" to={`/events/${resource.event.id}`}>
              {resource.event.title}
            </Link>,
          ] as const,
        ]
      : []),
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

const CourseLink = ({ code }: { code: string }) => (
  <Link to={filterHref("/resources/browse", { courseCode: code })}>{code}</Link>
);

const Uploader = ({ sharedBy, sharedAgo }: Shared) => (
  <PersonLine person={sharedBy}>, {sharedAgo}</PersonLine>
);
