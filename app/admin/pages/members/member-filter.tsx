import { Link } from "react-router";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import * as adminStyles from "../admin.css.ts";
import * as styles from "../members.css.ts";

const lists = [
  ["all", "Everybody"],
  ["pending", "Waiting"],
  ["suspended", "Suspended"],
  ["admins", "Administrators"],
  ["moderators", "Moderators"],
  ["paused", "Emails paused"],
] as const;

const hrefOf = (list: string, search: string, batch: number | null) => {
  const query = new URLSearchParams({
    ...(list !== "all" && { list }),
    ...(search && { search }),
    ...(batch !== null && { batch: String(batch) }),
  });
  return query.size > 0 ? `/admin/members?${query}` : "/admin/members";
};

/** The member lists as links, and a plain form to search the selected one. */
export function MemberFilter({
  list,
  search,
  batch,
}: {
  list: string;
  search: string;
  batch: number | null;
}) {
  return (
    <div className={styles.filter}>
      <nav className={adminStyles.lists} aria-label="Lists">
        {lists.map(([value, text]) => (
          <Link
            key={value}
            to={hrefOf(value, search, batch)}
            aria-current={value === list ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <search className={styles.searchBox}>
        <form className={styles.search} action="/admin/members">
          {list !== "all" && <input type="hidden" name="list" value={list} />}
          <input
            key={search}
            className={styles.input}
            type="search"
            name="search"
            defaultValue={search}
            maxLength={maxNameSearchLength}
            placeholder="Name or email"
            aria-label="Search members"
          />
          <input
            key={batch}
            className={styles.batch}
            name="batch"
            defaultValue={batch ?? ""}
            inputMode="numeric"
            pattern="\d{4}"
            title="A year such as 2027"
            placeholder="Batch"
            aria-label="Batch"
          />
          <Button variant="outline" aria-label="Search">
            <Icon name="search" />
          </Button>
        </form>
      </search>
    </div>
  );
}
