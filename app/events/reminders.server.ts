import { sql } from "drizzle-orm";
import { db, mails } from "#db/index.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { signedMemberQuery, siteOrigin, verifyMemberQuery } from "../mail/link.server.ts";
import { wakeMailQueue } from "../mail/queue.server.ts";
import { eventLink } from "./mails.server.ts";
import { formatMoment } from "./times.ts";

const dayMs = 24 * 60 * 60_000;
const checkIntervalMs = 60_000;
/** The most mails in one round; the rest wait for the next one. */
const batchSize = 200;

/** What the signature of the link in a reminder is for. */
const linkPurpose = "event-reminders";

/** The member of a link that turns reminders off, or null when its signature is wrong. */
export const verifyReminderLink = (query: URLSearchParams) => verifyMemberQuery(linkPurpose, query);

/** Queues the reminders once a minute. Returns a function that stops it. */
export function startEventReminders(): () => void {
  // A hot reload must not leave the previous timer running.
  const globals = globalThis as { quadrantEventReminders?: NodeJS.Timeout };
  clearInterval(globals.quadrantEventReminders);
  const check = () =>
    void enqueueReminders().catch((error) => log.error({ err: error }, "could not check for reminders"));
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  globals.quadrantEventReminders = timer;
  check();
  return () => clearInterval(timer);
}

interface DueReminder {
  key: string;
  userId: number;
  email: string;
  firstName: string;
  eventId: number;
  title: string;
  location: string;
  startsAt: number;
}

/**
 * Queues one mail for everyone who registered more than a day before an event that now begins within a day. The key is
 * the event, the member and the event's day: it is sent once, and once more if the event moves to another day.
 */
async function enqueueReminders(now = Date.now()): Promise<void> {
  // "cross join" keeps SQLite from starting with all members.
  const due = await db.all<DueReminder>(sql`
    select 'event-reminder:' || e.id || ':' || u.id || ':' || (e.starts_at / ${dayMs}) as key, u.id as userId, u.email,
      u.first_name as firstName, e.id as eventId, e.title, e.location, e.starts_at as startsAt
    from events e
    cross join event_registrations r on r.event_id = e.id and r.created_at <= e.starts_at - ${dayMs}
    cross join users u on u.id = r.user_id and u.status = 'active' and u.mail_reminders
    where e.starts_at > ${now} and e.starts_at <= ${now + dayMs}
      and not exists (select 1 from mails
        where mails.key = 'event-reminder:' || e.id || ':' || u.id || ':' || (e.starts_at / ${dayMs}))
    order by e.starts_at limit ${batchSize}`);
  for (const reminder of due) {
    // Still registered, and for the same time: between the query and this statement either may have changed.
    await db
      .insert(mails)
      .select(
        sql`select null, ${reminder.key}, ${reminder.email}, ${`Reminder: ${reminder.title}`}, ${mailText(reminder)},
            ${now}, 0, ${now}, null
          from event_registrations r join events e on e.id = r.event_id
          where r.event_id = ${reminder.eventId} and r.user_id = ${reminder.userId}
            and e.starts_at = ${reminder.startsAt}`,
      )
      .onConflictDoNothing();
  }
  if (due.length > 0) wakeMailQueue();
}

const mailText = ({ firstName, title, startsAt, location, eventId, userId }: DueReminder) =>
  [
    `Hello ${firstName},`,
    `You are registered for this event, which begins within a day:`,
    `${title}\n${formatMoment(startsAt, env.TIME_ZONE)} (${env.TIME_ZONE})\n${location}`,
    `If you can't come, please unregister, so that someone else gets the seat: ${eventLink(eventId)}`,
    `Turn off these reminders: ${siteOrigin}/event-reminders?${signedMemberQuery(linkPurpose, userId)}`,
  ].join("\n\n");
