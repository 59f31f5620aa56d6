import { eq, sql } from "drizzle-orm";
import { Link } from "react-router";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { formatFileSize } from "#app/platform/files/file-size.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { findNewerVersion } from "#app/platform/process/update-feed.server.ts";
import { readVersion } from "#app/platform/process/version.server.ts";
import { findLastBackups, type StoredBackup } from "#app/platform/store/schedule.server.ts";
import { measureStorage } from "#app/platform/store/size.server.ts";
import { listTrouble, type Trouble } from "#app/platform/store/trouble.server.ts";
import { formatDateTime, nameWeekday, timeAgo } from "#app/platform/time/time.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import { countRows } from "#db/count-rows.ts";
import { users } from "#db/index.ts";
import type { Route } from "./+types/overview.ts";
import * as styles from "./admin.css.ts";
import { loadFirstFortnight } from "./first-fortnight.server.ts";
import { FirstFortnight, NotSetUp } from "./first-fortnight.tsx";
import { saveSettings } from "./mail-and-settings/save-settings.server.ts";
import { countOpenTasks } from "./open-tasks.server.ts";
import { loadPulse, type Series } from "./pulse.server.ts";
import { Pulse } from "./pulse.tsx";

export const handle = { title: "Overview", failed: "Failed to load the overview" };

const maxCount = 10_000;

/** Moderators see their open tasks. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const openTasks = await countOpenTasks(viewer);
  return { openTasks, community: viewer.isAdmin ? await loadCommunity() : null };
}

async function loadCommunity() {
  const [pulse, [members], steps, storage, { last }, trouble] = await Promise.all([
    loadPulse(),
    countRows(sql`${users} where ${eq(users.status, "active")}`, maxCount + 1),
    loadFirstFortnight(),
    measureStorage(),
    findLastBackups(),
    listTrouble(),
  ]);
  const memberCount = members?.count ?? 0;
  return {
    trouble,
    pulse: pulse.map(presentSeries),
    members: memberCount > maxCount ? "10,000+" : String(memberCount),
    steps,
    // Mail and backups are among the steps.
    missing: {
      mail: !env.SMTP_URL && steps === null,
      address: !env.APP_URL,
      backup: !env.BACKUP_EVERY && steps === null,
    },
    used: formatFileSize(storage.database + storage.uploads),
    parts: `Database ${formatFileSize(storage.database)}, uploads ${formatFileSize(storage.uploads)}`,
    free: `${formatFileSize(storage.free)} free`,
    version: readVersion(),
    newerVersion: findNewerVersion(),
    lastBackup: last && { at: formatDateTime(last.madeAt), notes: describeBackup(last) },
  };
}

const describeBackup = ({ madeAt, lost }: StoredBackup): string[] => [
  timeAgo(madeAt),
  ...(lost > 0 ? [`${lost} ${lost === 1 ? "upload is" : "uploads are"} missing`] : []),
];

const describeVersion = (commit: string, newer: string | null): string[] => [
  commit,
  ...(newer ? [`${newer} has been released`] : []),
];

const presentSeries = ({ name, unit, values, total, isMore }: Series) => ({
  name,
  values: values.map(({ day, count }) => ({ label: nameWeekday(day), count })),
  total: isMore ? `${total} or more` : String(total),
  text: `${name}: ${values.map(({ day, count }) => `${nameWeekday(day)} ${count}`).join(", ")} (${unit})`,
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: "The steps couldn't be hidden. Please try again." };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "admin", fields: [], texts },
    {
      async "hide-steps"(_, viewer) {
        await saveSettings(viewer.id, { stepsHidden: true }, undefined);
        return redirectWithFlash(args.context, "/admin", { text: "The steps are hidden." });
      },
    },
  );

export const clientAction = preserveForm(texts);

export default function Overview({ loaderData: { openTasks, community } }: Route.ComponentProps) {
  return (
    <>
      <Title>Administration</Title>
      <h1>Overview</h1>
      {community && <TroubleLines trouble={community.trouble} />}
      <OpenTasks openTasks={openTasks} isAdmin={community !== null} />
      {community && <Community {...community} />}
    </>
  );
}

type CommunityProps = Awaited<ReturnType<typeof loadCommunity>>;

function Community({
  pulse,
  members,
  steps,
  missing,
  used,
  parts,
  free,
  version,
  newerVersion,
  lastBackup,
}: CommunityProps) {
  return (
    <>
      {steps && <FirstFortnight steps={steps} />}
      <NotSetUp missing={missing} />
      <Pulse series={pulse}>
        <dl className={styles.card}>
          <Figure name="Members" value={members} />
          <Figure name="Storage used" value={used} notes={[parts, free]} />
          <Figure name="Last backup" value={lastBackup?.at ?? "None yet"} notes={lastBackup?.notes ?? []} />
          <Figure
            name="Version"
            value={version.version}
            notes={describeVersion(version.commit, newerVersion)}
          />
        </dl>
      </Pulse>
    </>
  );
}

function TroubleLines({ trouble }: { trouble: Trouble[] }) {
  if (trouble.length === 0) return null;
  return (
    <section className={stack[3]} aria-labelledby="trouble">
      <h2 id="trouble" className={size.large}>
        Needs attention
      </h2>
      <ul className={styles.steps}>
        {trouble.map(({ text, href }) => (
          <li key={text} className={styles.trouble}>
            <p>
              <Link to={href} className={touchable}>
                {text}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenTasks({
  openTasks,
  isAdmin,
}: {
  openTasks: Awaited<ReturnType<typeof countOpenTasks>>;
  isAdmin: boolean;
}) {
  const lines = [
    {
      href: "/admin/members?list=pending",
      count: openTasks["/admin/members"],
      one: "person is waiting for approval",
      many: "people are waiting for approval",
    },
    {
      href: "/admin/reports",
      count: openTasks["/admin/reports"],
      one: "item is reported",
      many: "items are reported",
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className={stack[3]} aria-labelledby="waiting">
      <h2 id="waiting" className={size.large}>
        Waiting for you
      </h2>
      {lines.length === 0 ? (
        <p className={quiet}>
          Nothing to do. {isAdmin ? "New registrations and reports" : "New reports"} appear here.
        </p>
      ) : (
        <ul className={styles.steps}>
          {lines.map(({ href, count, one, many }) => (
            <li key={href} className={href === "/admin/reports" ? styles.trouble : styles.step}>
              <p>
                <Link
                  to={href}
                  className={touchable}
                >{`${count > 99 ? "99+" : count} ${count === 1 ? one : many}`}</Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Figure({ name, value, notes = [] }: { name: string; value: string; notes?: string[] }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {notes.map((note) => (
        <dd key={note}>{note}</dd>
      ))}
    </div>
  );
}
