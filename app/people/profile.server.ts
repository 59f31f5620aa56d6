import { and, eq, inArray, isNotNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, users, userTopics, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { tagIdOf } from "#db/scopes/questions.ts";
import { canEditUser, existingProgramme, isActiveNoIndex, topicList } from "#db/scopes/users.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import type { ProfileChange } from "./profile-change.ts";
import { profileDetails } from "./profile-input.server.ts";

const listFormat = new Intl.ListFormat("en", { type: "disjunction" });

const tooMany = "You've changed profiles many times. Please wait a few minutes.";

/**
 * @param versions the versions that may be overwritten; undefined for any
 * @throws HttpError 404, 403 for someone else's profile, or if a muted member changes what others see, 412, 422 for
 * topics without questions, 429
 */
export async function updateProfile(
  viewer: Viewer,
  id: number,
  change: ProfileChange,
  versions?: number[],
): Promise<void> {
  limitAction("profile", viewer.id, tooMany);
  const { name, allowAnonymous, topics, programmeId, ...fields } = change;
  const isEditable = and(
    eq(users.id, id),
    isActiveNoIndex,
    canEditUser(viewer),
    versions && inArray(users.version, versions),
    or(not(isMuted(viewer.id)), leavesDetails(change)),
    topics && sql`not exists (${unknownTopics(id, topics)})`,
  );
  const update = db
    .update(users)
    .set({
      ...fields,
      ...(name !== undefined && renamed(name)),
      ...(programmeId !== undefined && { programmeId: existingProgramme(programmeId) }),
      // Drizzle refuses an update that sets nothing.
      allowAnonymous: allowAnonymous ?? sql`${users.allowAnonymous}`,
    })
    .where(isEditable)
    .returning({ id: users.id });
  const { updated } = await namedBatch({
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "changed",
      kind: "profile",
      id,
      condition: isEditable,
    }),
    updated: update,
    topics: topics ? replaceTopics(id, topics) : [],
  });
  if (updated.length === 0) throw await explainRejection(viewer, id, change, versions);
}

/** The tags with these names, in the given order. `tag_id` is null if no tag has or had the name. */
const tagsNamed = (
  names: string[],
) => sql`(select ${tagIdOf(sql`value`)} as tag_id, value as name, min(key) + 1 as position
  from json_each(${JSON.stringify(names)}) group by 1, iif(tag_id is null, value, null))`;

/** The names of tags without questions. A member keeps a topic when its last question is deleted. */
const unknownTopics = (id: number, names: string[]) => sql`select named.name from ${tagsNamed(names)} as named
  left join tags on tags.id = named.tag_id where tags.id is null or (tags.question_count = 0 and not exists
    (select 1 from user_topics where user_topics.user_id = ${id} and user_topics.tag_id = tags.id))
  order by named.position`;

/** Must directly follow the update: each statement checks that the one before it changed rows. */
const replaceTopics = (id: number, names: string[]) => {
  const isDone = sql`changes() > 0`;
  const add = insertSelect(
    db,
    userTopics,
    { userId: id, tagId: sql`named.tag_id`, position: sql`named.position` },
    sql`${tagsNamed(names)} as named`,
    isDone,
  ).onConflictDoUpdate({
    target: [userTopics.userId, userTopics.tagId],
    set: { position: sql`excluded.position` },
  });
  const remove = db
    .delete(userTopics)
    .where(
      and(
        eq(userTopics.userId, id),
        sql`${userTopics.tagId} not in (select tag_id from ${tagsNamed(names)})`,
        isDone,
      ),
    );
  return names.length === 0 ? [remove] : [add, remove];
};

/** Whether a change leaves what others see unchanged. A form sends every field, changed or not. */
const leavesDetails = (change: ProfileChange): SQL | undefined =>
  and(
    sql`true`,
    ...profileDetails
      .filter((name) => change[name] !== undefined)
      .map(
        (name) =>
          sql`${name === "notNowUntil" ? sql`iif(${users.notNowUntil} >= ${today()}, ${users.notNowUntil}, null)` : users[name]} is ${sql.param(change[name], users[name])}`,
      ),
    change.topics && sql`${topicList} is ${change.topics.join(" ") || null}`,
  );

/** The last word is the last name. An unchanged name keeps its parts. */
function renamed(name: string) {
  const space = name.lastIndexOf(" ");
  const [first, last] = space < 0 ? [name, ""] : [name.slice(0, space), name.slice(space + 1)];
  const isSame = sql`${users.name} = ${name}`;
  return {
    name,
    firstName: sql`case when ${isSame} then ${users.firstName} else ${first} end`,
    lastName: sql`case when ${isSame} then ${users.lastName} else ${last} end`,
  };
}

async function explainRejection(
  viewer: Viewer,
  id: number,
  { topics = [] }: ProfileChange,
  versions: number[] | undefined,
): Promise<HttpError> {
  const [user] = await db
    .select({
      version: users.version,
      unknown: sql<string | null>`(select group_concat(name, char(10)) from (${unknownTopics(id, topics)}))`,
      isMuted: sql`${isMuted(viewer.id)}`.mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.id, id), isActiveNoIndex));
  if (!user) return new HttpError(404, "No such member.");
  if (!viewer.isAdmin && viewer.id !== id)
    return HttpError.withCode("not-yours", "Only its owner can change this profile.");
  if (versions?.includes(user.version) === false) return HttpError.withCode("version-mismatch");
  if (user.isMuted || user.unknown === null) return explainMute(viewer.id);
  const names = user.unknown.split("\n").map((name) => `“${name}”`);
  return HttpError.forFields({
    topics: [
      `No question has the tag ${listFormat.format(names)}. Choose from the tags that questions have.`,
    ],
  });
}

const pausesPerBatch = 200;

/** Members whose "not now" has ended offer help again, so that their batch lists them first. */
export async function endPauses(): Promise<void> {
  const over = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.notNowUntil),
        sql`offers_help = 0`,
        lte(users.notNowUntil, today()),
        sql`exists (select 1 from user_topics where user_topics.user_id = ${users.id})`,
      ),
    )
    .limit(pausesPerBatch);
  for (let isMore = true; isMore; ) {
    const ended = await write(() =>
      db.update(users).set({ offersHelp: true }).where(inArray(users.id, over)).returning({ id: users.id }),
    );
    await yieldToRequests();
    isMore = ended.length === pausesPerBatch;
  }
}
