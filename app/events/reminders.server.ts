import { sql } from "drizzle-orm";
import { db, write } from "#db/index.ts";
import { dayMs } from "../durations.ts";
import { enqueueQuotingMails } from "../mail/enqueue.server.ts";
import { signedMemberQuery, siteOrigin, verifyMemberQuery } from "../mail/link.server.ts";
import { wakeMailQueue } from "../mail/queue.server.ts";
import { describeEvent, eventLink } from "./mails.server.ts";

const maxPerRound = 200;

const linkPurpose = "event-reminders";

/** Returns null when the signature is wrong. */
export const verifyReminderLink = (query: URLSearchParams) => verifyMemberQuery(linkPurpose, query);

interface DueReminder {
  key: string;
  userId: number;
  email: string;
  eventId: number;
  title: string;
  location: string;
  startsAt: number;
}

/** Reminds those who registered more than a day before, and again when the event moves to another day. */
export async function enqueueReminders(now = Date.now()): Promise<void> {
  // "cross join" keeps SQLite from starting with all members.
  const due = await db.all<DueReminder>(sql`
    select 'event-reminder:' || e.id || ':' || u.id || ':' || (e.starts_at / ${dayMs}) as key, u.id as userId, u.email,
      e.id as eventId, e.title, e.location, e.starts_at as startsAt
    from events e
    cross join event_registrations r on r.event_id = e.id and r.created_at <= e.starts_at - ${dayMs}
    cross join users u on u.id = r.user_id and u.status = 'active' and u.mail_reminders
    where e.starts_at > ${now} and e.starts_at <= ${now + dayMs}
      and not exists (select 1 from mails
        where mails.key = 'event-reminder:' || e.id || ':' || u.id || ':' || (e.starts_at / ${dayMs}))
    order by e.starts_at limit ${maxPerRound}`);
  for (const reminder of due) {
    // Between the query and this statement the registration or the time may have changed.
    await write(() =>
      enqueueQuotingMails(
        {
          key: reminder.key,
          recipient: reminder.email,
          authorId: sql`e.organizer_id`,
          subject: "Reminder: {title}",
          text: mailText(reminder),
          quotes: { title: reminder.title, location: reminder.location },
        },
        sql`event_registrations r join events e on e.id = r.event_id
        where r.event_id = ${reminder.eventId} and r.user_id = ${reminder.userId}
          and e.starts_at = ${reminder.startsAt}`,
        undefined,
        now,
      ),
    );
  }
  if (due.length > 0) wakeMailQueue();
}

const mailText = ({ startsAt, eventId, userId }: DueReminder) =>
  [
    "Hello,",
    `You are registered for this event, which begins within a day:`,
    describeEvent(startsAt),
    `If you can't come, please unregister, so that someone else gets the seat: ${eventLink(eventId)}`,
    `Turn off these reminders: ${siteOrigin}/event-reminders?${signedMemberQuery(linkPurpose, userId)}`,
  ].join("\n\n");
