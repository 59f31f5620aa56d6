import { and, desc, eq, sql } from "drizzle-orm";
import { describeAudience } from "#app/announcements/texts.ts";
import { announcements, db, users } from "#db/index.ts";
import { isAddressedTo, isCurrent } from "#db/scopes/announcements.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { defineCards, isNoBlockWith, maxOfSource, quoted } from "./card.server.ts";

/** Announcements to the reader, until their last day or until the reader has read the notice. */
export const announced = defineCards({
  kind: "administration",
  icon: "bell",
  subject: "users",
  select: ({ viewer, day }, filter) =>
    db
      .select({
        id: announcements.id,
        text: announcements.text,
        batchYear: announcements.batchYear,
        author: personColumns,
      })
      .from(announcements)
      .innerJoin(users, eq(users.id, announcements.userId))
      .where(
        and(
          isCurrent(day),
          isAddressedTo(viewer.id),
          sql`announcements.user_id <> ${viewer.id}`,
          sql`not exists (select 1 from notices as told where told.kind = 'announcement'
            and told.subject = cast(announcements.id as text) and told.user_id = ${viewer.id}
            and told.read_at is not null)`,
          isNoBlockWith(viewer, sql`announcements.user_id`),
          filter(sql`'announcement-' || announcements.id`),
        ),
      )
      .orderBy(desc(announcements.id))
      .limit(maxOfSource),
  present: ({ id, text, batchYear, author }) => {
    const person = presentPerson(author);
    return {
      id: `announcement-${id}`,
      text: `${person.name} announces to ${describeAudience(batchYear)}`,
      detail: quoted(text),
      url: "/announcements",
      act: { label: "Read", to: "/announcements" },
      person,
      personId: author.id,
    };
  },
});
