import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Share } from "#app/ui/share.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row, soft } from "#app/ui/styles/layout.css.ts";
import { courseHref } from "../rules.ts";
import type { Route } from "./+types/resource.ts";
import { FileLink } from "./file-link.tsx";
import { hasViewer } from "./preview.tsx";
import * as styles from "./resource.css.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as listStyles from "./resources.css.ts";
import { ShowPreviews, useHidesPreviews } from "./show-previews.tsx";

type Shown = { resource: Route.ComponentProps["loaderData"] };

export function Summary({ resource }: Shown) {
  const hidesPreviews = useHidesPreviews();
  const canPreview = hasViewer(resource.type) && !resource.hasPreviewOpen;
  const isPictureLink = canPreview && !hidesPreviews && resource.thumbnail !== null;
  return (
    <div className={styles.summary}>
      {isPictureLink ? (
        <Link to="?preview=1" preventScrollReset className={styles.opener}>
          <Picture resource={resource} />
          <span>Preview here</span>
        </Link>
      ) : (
        !hidesPreviews && <Picture resource={resource} />
      )}
      <div className={styles.summaryText}>
        <h1 dir="auto">{resource.title}</h1>
        <p className={soft}>
          {resource.type.toUpperCase()} · {resource.size}
          {canPreview && !isPictureLink && (
            <>
              {" · "}
              <Link to="?preview=1" preventScrollReset className={touchable}>
                Preview here
              </Link>
            </>
          )}
        </p>
        <p className={quiet}>
          <PersonLine person={resource.sharedBy}>{` shared it ${resource.sharedAgo}`}</PersonLine>
        </p>
      </div>
      <div className={styles.acts}>
        <div className={row[3]}>
          <FileLink href={resource.href} name={resource.title} variant="primary" size="md" />
          {hasViewer(resource.type) && (
            <FileLink href={resource.href} name={resource.title} isPreview size="md" variant="outline" />
          )}
          <Share title={resource.title} url={resource.url} />
        </div>
        <ShowPreviews resources={[resource]} />
      </div>
    </div>
  );
}

function Picture({ resource: { thumbnail, cover, type } }: Shown) {
  const [frame, image] = thumbnail
    ? [styles.thumbnail, type === "pdf" ? listStyles.firstPage : listStyles.cover]
    : [styles.drawing, listStyles.cover];
  return (
    <span className={`${listStyles.thumbnail} ${frame}`} aria-hidden>
      {thumbnail && type.toUpperCase()}
      <img className={image} src={thumbnail ?? cover} alt="" width={320} height={200} decoding="async" />
    </span>
  );
}

export const SameCourse = ({ resource: { courseCode, sameCourse } }: Shown) =>
  courseCode &&
  sameCourse.length > 0 && (
    <section className={listStyles.section}>
      <div className={listStyles.sectionHead}>
        <h2>More of this course</h2>
        <Link to={courseHref(courseCode)}>
          All of <bdi>{courseCode}</bdi>
        </Link>
      </div>
      <ul className={listStyles.list}>
        {sameCourse.map((each) => (
          <ResourceRow key={each.id} resource={each} place="none" />
        ))}
      </ul>
    </section>
  );
