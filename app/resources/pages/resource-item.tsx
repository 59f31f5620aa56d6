import type { ReactNode } from "react";
import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Icon } from "#app/ui/icon.tsx";
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
        <h3 className={styles.rowTitle}>
          <Link to={`/resources/${resource.id}`} dir="auto" className={touchable}>
            {resource.title}
          </Link>
        </h3>
        <p className={styles.facts}>
          <b>
            {resource.type} · {resource.size}
          </b>
          {(place === "category and year" || place === "mine") && <span>{resource.category}</span>}
          {place !== "none" && <span>Year {resource.year}</span>}
          <CourseAndKind resource={resource} />
          <span>{resource.sharedAgo}</span>
          <span>{resource.downloads}</span>
        </p>
        {place !== "mine" && <PersonLine person={resource.sharedBy} />}
      </div>
      <div className={styles.rowAction}>
        <FileLink href={resource.href} name={resource.title} />
        {children}
      </div>
    </li>
  );
}

export function ResourceCard({ resource }: { resource: PresentedResource }) {
  return (
    <li className={styles.card}>
      <Thumbnail resource={resource} isLarge />
      <div className={styles.cardText}>
        <h3 className={styles.cardTitle}>
          <Link to={`/resources/${resource.id}`} dir="auto">
            {resource.title}
          </Link>
        </h3>
        {resource.excerpt && <p className={styles.excerpt}>{resource.excerpt}</p>}
        <p className={styles.facts}>
          <span>{resource.category}</span>
          <span>Year {resource.year}</span>
          <CourseAndKind resource={resource} />
          <span>{resource.sharedAgo}</span>
        </p>
        <PersonLine person={resource.sharedBy} />
      </div>
      <div className={styles.cardFoot}>
        <p className={styles.quiet}>
          <b>{resource.type}</b> {resource.size}
        </p>
        <FileLink href={resource.href} name={resource.title} />
      </div>
    </li>
  );
}

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
function Thumbnail({ resource, isLarge = false }: { resource: PresentedResource; isLarge?: boolean }) {
  const isHidden = useHidesPreviews();
  const hasThumbnail = resource.thumbnail && !isHidden;
  return (
    <span
      className={
        !isLarge ? styles.rowPlaceholder : hasThumbnail ? styles.cardPicture : styles.cardPlaceholder
      }
      aria-hidden
    >
      {isLarge && <Icon name="file" size={28} />}
      {resource.type}
      {!isHidden && (
        <img
          className={hasThumbnail && resource.type === "PDF" ? styles.firstPage : styles.cover}
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
