import { and, type SQL, sql } from "drizzle-orm";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { db, handover } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";

const absenceDays = 30;

/** Mails both contacts, once per absence, when no administrator has visited for 30 days. */
export async function mailAboutAbsence(now = Date.now()): Promise<void> {
  const lastVisit = sql`(select max(last_visit_day) from users where is_admin = 1 and id > 0)`;
  const isDue = sql`(${lastVisit} <= ${addDays(today(now), -absenceDays)}
    and ${handover.toldAbout} is not ${lastVisit})`;
  const mailTo = (recipient: SQL) =>
    enqueueMails(
      {
        key: sql`'absence:' || ${lastVisit} || ':' || ${recipient}`,
        recipient,
        subject: `No administrator has visited ${settings.siteName} for ${absenceDays} days`,
        text: absenceText(),
      },
      handover,
      and(sql`${recipient} <> ''`, isDue),
      now,
    );
  const { told } = await namedBatch({
    first: mailTo(sql`${handover.contact1Email}`),
    second: mailTo(sql`${handover.contact2Email}`),
    told: db
      .update(handover)
      .set({ toldAbout: lastVisit })
      .where(and(isDue, sql`${handover.contact1Email} || ${handover.contact2Email} <> ''`))
      .returning({ id: handover.id }),
  });
  if (told.length > 0) wakeMailQueue();
}

const absenceText = () =>
  `No administrator has visited ${settings.siteName} for ${absenceDays} days. Its administrators named you as somebody who can help.

Please find out who looks after it now. Any administrator can appoint another on a member's page, and so can anyone with access to the server, with the command make-admin.

${siteOrigin}`;
