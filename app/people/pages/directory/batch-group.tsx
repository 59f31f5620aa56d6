import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { buttonClass, Spinner } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./directory.css.ts";
import { MemberCard } from "./member-card.tsx";
import type { MemberGroup } from "./read-directory.server.ts";

/** A batch's first members, and more on demand. */
export function BatchGroup({ group, query }: { group: MemberGroup; query: string }) {
  const { year, total } = group;
  return (
    <section className={styles.group} aria-labelledby={`batch-${year}`}>
      <div className={styles.groupHead}>
        <h2 id={`batch-${year}`}>{`Batch ${year || "N/A"}`}</h2>
        <p className={quiet}>{total}</p>
      </div>
      <ul className={styles.grid} data-client-nav>
        <Members group={group} query={query} />
      </ul>
    </section>
  );
}

function Members({ group: { year, members, moreHref }, query }: { group: MemberGroup; query: string }) {
  return (
    <>
      {members.map((member) => (
        <MemberCard key={member.id} member={member} year={year} query={query} />
      ))}
      {moreHref && <MoreMembers key={moreHref} href={moreHref} year={year} query={query} />}
    </>
  );
}

/** A link to a batch's next members. With scripts, they replace it. */
function MoreMembers({ href, year, query }: { href: string; year: number; query: string }) {
  const fetcher = useFetcher<{ directory: { groups: MemberGroup[] } | null }>();
  const start = useRef<HTMLLIElement>(null);
  const group = fetcher.data?.directory?.groups[0];
  const hasArrived = group !== undefined;
  useEffect(() => {
    // The link that had the focus has been replaced.
    if (hasArrived) start.current?.nextElementSibling?.querySelector("a")?.focus({ preventScroll: true });
  }, [hasArrived]);
  if (group) {
    return (
      <>
        <li ref={start} hidden />
        <Members group={group} query={query} />
      </>
    );
  }
  return (
    <li className={styles.moreMembers}>
      {fetcher.data && fetcher.state === "idle" && <Alert texts={["Failed to load students"]} />}
      <a
        href={href}
        className={buttonClass({ variant: "outline" })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void fetcher.load(href);
        }}
      >
        {fetcher.state === "loading" && <Spinner />}
        <span>{fetcher.data ? "Retry" : `More of batch ${year || "N/A"}`}</span>
      </a>
    </li>
  );
}
