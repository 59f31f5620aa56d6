import type { ReactNode } from "react";
import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { FileLink } from "./file-link.tsx";
import type { PresentedResource } from "./read-resources.server.ts";
import * as styles from "./resources.css.ts";
import { useHidesPreviews } from "./show-previews.tsx";

/**
 * One resource in a list, with `children` beside its download link.
 * @param place the details that the list itself does not show; `mine` hides the member who shared it
 */
export function ResourceRow({
  resource,
  place,
  children,
}: {
  resource: PresentedResource;
  children?: ReactNode;
  place: "category and year" | "year" | "none" | "mine";
}) {
  return (
    <li className={styles.row}>
      <Thumbnail resource={resource} />
      <div className={styles.rowText}>
        <ResourceTitle resource={resource} className={touchable} />
        <p className={styles.facts}>
          <FileFacts resource={resource} />
          <CourseAndKind resource={resource} />
          {(place === "category and year" || place === "mine") && <span>{resource.category}</span>}
          {place !== "none" && <span>Year {resource.year}</span>}
          <span>{resource.sharedAgo}</span>
          <span>{resource.downloads}</span>
        </p>
      </div>
      {place !== "mine" && (
        <div className={styles.rowPerson}>
          <PersonLine person={resource.sharedBy} />
        </div>
      )}
      <div className={styles.rowAction}>
        <FileLink href={resource.href} name={resource.title} />
        {children}
      </div>
    </li>
  );
}

/** On phones a row, elsewhere a card. */
export const ResourceCard = ({
  resource,
}: {
  resource: PresentedResource & { textMatch?: string | null };
}) => (
  <li className={styles.card}>
    <Thumbnail resource={resource} />
    <div className={styles.rowText}>
      <ResourceTitle resource={resource} />
      {resource.excerpt && <p className={styles.excerpt}>{resource.excerpt}</p>}
      <p className={styles.facts}>
        {!resource.textMatch && <FileFacts resource={resource} />}
        <CourseAndKind resource={resource} />
        {resource.textMatch && <FileFacts resource={resource} />}
        <span>{resource.category}</span>
        <span>Year {resource.year}</span>
        <span>{resource.sharedAgo}</span>
      </p>
      {resource.textMatch && (
        <p className={styles.textMatch} dir="auto">
          {resource.textMatch}
        </p>
      )}
    </div>
    <div className={styles.rowPerson}>
      <PersonLine person={resource.sharedBy} />
    </div>
    <div className={styles.rowAction}>
      <FileLink href={resource.href} name={resource.title} />
    </div>
  </li>
);

const ResourceTitle = ({ resource, className }: { resource: PresentedResource; className?: string }) => (
  <h3 className={styles.rowTitle}>
    <Link to={`/resources/${resource.id}`} dir="auto" className={className}>
      {resource.title}
    </Link>
  </h3>
);

const FileFacts = ({ resource: { type, size } }: { resource: PresentedResource }) => (
  <b>
    {type} · {size}
  </b>
);

const CourseAndKind = ({ resource: { courseCode, kind } }: { resource: PresentedResource }) => (
  <>
    {courseCode && (
      <span>
        <bdi>{courseCode}</bdi>
      </span>
    )}
    {kind && <span>{kind}</span>}
  </>
);

/** A resource's thumbnail, or a drawing. Until that has loaded, the file type is shown. */
function Thumbnail({ resource }: { resource: PresentedResource }) {
  const isHidden = useHidesPreviews();
  return (
    <span className={styles.thumbnail} aria-hidden>
      {resource.type}
      {!isHidden && (
        <img
          className={resource.thumbnail && resource.type === "PDF" ? styles.firstPage : styles.cover}
          src={resource.thumbnail ?? resource.cover}
          alt=""
          width={320}
          height={200}
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  );
}
