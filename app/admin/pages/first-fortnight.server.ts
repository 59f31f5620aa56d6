import { and, eq, lt, sql } from "drizzle-orm";
import { countJoined } from "#app/account/join-links.server.ts";
import { getAlumniYear } from "#app/people/study-status.server.ts";
import type { Area } from "#app/platform/areas.ts";
import { env } from "#app/platform/env.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { defaultOf, settings } from "#app/platform/settings.server.ts";
import { hasSentBackup } from "#app/platform/store/schedule.server.ts";
import { countRows } from "#db/count-rows.ts";
import { answers, events, mails, resources, users } from "#db/index.ts";

export interface FortnightStep {
  area: Area | undefined;
  to: string;
  title: string;
  text: string;
  count: number;
  goal: number;
}

const atMost = async (goal: number, rows: Parameters<typeof countRows>[0]) =>
  (await countRows(rows, goal))[0]?.count ?? 0;

/** The eight steps of a new community, without those of areas that are off. Null once they are done, or an administrator has hidden them. */
export async function loadFirstFortnight(): Promise<FortnightStep[] | null> {
  if (settings.stepsHidden) return null;
  const hasName = settings.collegeName !== "" || settings.siteName !== defaultOf("siteName");
  const isAlumni = and(eq(users.status, "active"), lt(users.batchYear, getAlumniYear()));
  const [joined, notes, answered, helpers, dates, sent] = await Promise.all([
    countJoined(10),
    atMost(20, sql`${resources}`),
    atMost(10, sql`(select distinct ${answers.questionId} from ${answers})`),
    atMost(5, sql`${users} where ${and(isAlumni, eq(users.offersHelp, true))}`),
    atMost(1, sql`${events}`),
    env.SMTP_URL ? atMost(1, sql`${mails} where ${mails.sentAt} is not null`) : 0,
  ]);
  const all = [
    {
      area: undefined,
      to: "/admin/settings",
      title: "Give it a name and rules",
      text: "The name of the college or the site, and what members agree to.",
      count: Number(hasName) + Number(settings.rules !== ""),
      goal: 2,
    },
    {
      area: undefined,
      to: "/admin/mail",
      title: "See that emails arrive",
      text: env.SMTP_URL
        ? "Send yourself a test."
        : "They are only written to the folder outbox. Set SMTP_URL and MAIL_FROM, then send yourself a test.",
      count: sent,
      goal: 1,
    },
    {
      area: undefined,
      to: "/join",
      title: "Let the first ten people in",
      text: "Make a join link and post it in the group of a class.",
      count: joined,
      goal: 10,
    },
    {
      area: "resources" as const,
      to: "/resources/upload",
      title: "Share twenty notes",
      text: "Notes bring students back. A script of ours uploads a whole folder: examples/import-folder.",
      count: notes,
      goal: 20,
    },
    {
      area: "questions" as const,
      to: "/questions",
      title: "Answer ten questions",
      text: "Ask what every new student asks, and answer it.",
      count: answered,
      goal: 10,
    },
    {
      area: undefined,
      to: "/admin/texts",
      title: "Find five alumni who offer help",
      text: "There is a mail for them to copy. They choose their topics in their profile.",
      count: helpers,
      goal: 5,
    },
    {
      area: "events" as const,
      to: "/events/new",
      title: "Announce an event",
      text: "A talk or an evening together, so that people meet.",
      count: dates,
      goal: 1,
    },
    {
      area: undefined,
      to: "/admin/settings",
      title: "Keep a backup off this machine",
      text: env.BACKUP_EVERY
        ? "Set BACKUP_COMMAND. It is done once a backup has left."
        : "There are no automatic backups. Set BACKUP_EVERY, for example to 1d, and BACKUP_COMMAND.",
      count: Number(hasSentBackup()),
      goal: 1,
    },
  ];
  const steps = all.filter(({ area }) => isAreaOn(area));
  return steps.every(({ count, goal }) => count >= goal) ? null : steps;
}
