import { Link } from "react-router";
import { FactList } from "#app/ui/fact-list.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { courseHref } from "../rules.ts";
import * as styles from "./resource.css.ts";

export function Facts({
  resource,
}: {
  resource: {
    fileName: string;
    category: { name: string };
    year: number;
    courseCode: string | null;
    kind: string | null;
    event: { id: string; title: string } | null;
    downloads: string;
  };
}) {
  const isOn = useIsOn();
  return (
    <FactList
      className={styles.facts}
      facts={[
        ["File", resource.fileName],
        ["Category", resource.category.name],
        ["Year", String(resource.year)],
        ["Course", resource.courseCode && <CourseLink code={resource.courseCode} />],
        ["Kind", resource.kind],
        [
          "Event",
          isOn("/events") && resource.event && (
            <Link to={`/events/${resource.event.id}`}>{resource.event.title}</Link>
          ),
        ],
        ["Downloads", resource.downloads],
      ]}
    />
  );
}

const CourseLink = ({ code }: { code: string }) => <Link to={courseHref(code)}>{code}</Link>;
