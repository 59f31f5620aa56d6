import { and, desc, eq, getTableColumns, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { withdrawNotices } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import {
  notifyHiddenAuthor,
  type Reason,
  type ReportedRemoval,
} from "#app/notices/removal-notices.server.ts";
import { createAlias, personColumns } from "#app/people/person.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { startOfDay, today } from "#app/platform/time/time.server.ts";
import { insertAlias, mayPostAs } from "#app/questions/aliases.server.ts";
import { type AuditSubject, aboutThing, insertAuditEntry } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { db, experiences, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import {
  type ExperienceFilter,
  experienceConditions,
  isCompanyName,
  shownYear,
} from "#db/scopes/experiences.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { aliasLetter, authorName, isOwnPost, mayDelete, mayWriteAs } from "#db/scopes/questions.ts";
import { ownThanks } from "#db/scopes/thanks.ts";
import { findExperiences } from "#db/search.ts";
import type { ExperienceInput } from "./input.server.ts";
import type { experienceResponseSchema } from "./response.server.ts";
import { experienceTexts as texts } from "./texts.ts";

const { year: _, ...columns } = getTableColumns(experiences);

const selectExperiences = (reader: Viewer) =>
  db
    .select({
      ...columns,
      year: shownYear(reader),
      own: isOwnPost("experiences", reader),
      authorName: authorName("experiences", reader),
      author: personColumns,
      aliasLetter: aliasLetter("experiences"),
      ownThanks: ownThanks("experience", reader.id),
    })
    .from(experiences)
    .leftJoin(users, eq(users.id, experiences.authorId));
export type ExperienceRow = Awaited<ReturnType<typeof selectExperiences>>[number];

/** @throws HttpError 404 */
export async function requireExperience(id: number, reader: Viewer): Promise<ExperienceRow> {
  const [experience] = await selectExperiences(reader).where(eq(experiences.id, id));
  if (!experience) throw new HttpError(404, texts.gone);
  return experience;
}

/** Newest first. `next` is the id after which the next page begins. */
export async function listExperiences(
  filter: ExperienceFilter,
  reader: Viewer,
  { limit, before }: { limit: number; before: number },
): Promise<{ page: ExperienceRow[]; next: number | undefined }> {
  const newest = selectExperiences(reader).orderBy(desc(experiences.id)).$dynamic();
  if (filter.role === undefined) {
    const rows = await newest
      .where(and(experienceConditions(filter), lt(experiences.id, before)))
      .limit(limit + 1);
    const { page, last } = cutPage(rows, limit);
    return { page, next: last?.id };
  }
  const { ids, stoppedAt } = await findExperiences(filter, { limit: limit + 1, before });
  if (ids.length === 0) return { page: [], next: stoppedAt };
  const { page, last } = cutPage(await newest.where(inArray(experiences.id, ids)), limit);
  return { page, next: last?.id ?? stoppedAt };
}

export function serializeExperience(
  row: ExperienceRow,
  reader: Viewer,
): z.infer<typeof experienceResponseSchema> {
  const isAnonymous = row.authorId === null;
  return {
    id: String(row.id),
    companyName: row.companyName,
    role: row.role,
    year: row.year,
    kind: row.kind,
    rounds: row.rounds,
    questions: row.questions,
    advice: row.advice,
    offer: row.offer,
    stipend: toStipend(row),
    isAnonymous,
    author: { id: row.authorId === null ? null : String(row.authorId), name: row.authorName },
    own: row.own,
    thanks: row.thanksCount,
    // Members cannot thank themselves, so this would show a program which anonymous experiences are not its owner's.
    thanked: row.ownThanks !== null && !(isAnonymous && reader.hasScopes === true),
    month: today(row.createdAt).slice(0, 7),
  };
}

export const toStipend = (row: ExperienceRow): ExperienceInput["stipend"] =>
  row.stipendMin === null && row.stipendMax === null
    ? null
    : {
        currency: row.stipendCurrency ?? "INR",
        type: row.stipendType ?? "per month",
        minAmount: row.stipendMin,
        maxAmount: row.stipendMax,
      };

const toColumns = ({ stipend, isAnonymous: _, ...input }: ExperienceInput) => ({
  ...input,
  stipendCurrency: stipend?.currency ?? null,
  stipendType: stipend?.type ?? null,
  stipendMin: stipend?.minAmount ?? null,
  stipendMax: stipend?.maxAmount ?? null,
});

/**
 * Shares an experience under the member's name or a new alias. Returns its id.
 * @throws HttpError 403 for a muted member, 422, 429
 */
export async function shareExperience(
  viewer: Viewer,
  input: ExperienceInput,
  callKey?: CallKey,
): Promise<number> {
  requireUnmuted(viewer);
  limitAction("experience", viewer.id, texts.tooMany);
  const { isAnonymous = false, companyName } = input;
  const alias = isAnonymous ? createAlias() : null;
  const canShare = and(mayPostAs(viewer.id, isAnonymous), isCompanyName(companyName));
  const {
    shared: [shared],
  } = await batchOnce(
    callKey,
    {
      alias: insertAlias(viewer.id, alias, canShare),
      shared: insertSelect(
        db,
        experiences,
        {
          ...toColumns(input),
          authorId: alias === null ? viewer.id : null,
          alias,
          createdAt: startOfDay(`${today().slice(0, 7)}-01`),
        },
        users,
        and(eq(users.id, viewer.id), canShare),
      ).returning({ id: experiences.id }),
    },
    "shared",
  );
  if (!shared) throw await explainRefusal(viewer, companyName, isAnonymous);
  return shared.id;
}

/**
 * Changes an experience for its author.
 * @param stored the viewer's own experience, from which the change was made
 * @throws HttpError 403 for a muted member, 404, 412, 422, 429
 */
export async function editExperience(
  viewer: Viewer,
  stored: ExperienceRow,
  input: ExperienceInput,
  versions: number[] = [stored.version],
): Promise<void> {
  requireUnmuted(viewer);
  const isAnonymous = stored.authorId === null;
  if (input.isAnonymous !== undefined && input.isAnonymous !== isAnonymous)
    throw HttpError.forFields({ isAnonymous: [texts.fixedName] });
  limitAction("experienceChange", viewer.id, texts.tooManyChanges);
  const canEdit = and(
    eq(experiences.id, stored.id),
    eq(experiences.version, stored.version),
    inArray(experiences.version, versions),
    isOwnPost("experiences", viewer),
    mayWriteAs("experiences", viewer.id),
    isCompanyName(input.companyName),
  );
  const [edited] = await write(() =>
    db.update(experiences).set(toColumns(input)).where(canEdit).returning({ id: experiences.id }),
  );
  if (edited) return;
  const { version } = await requireExperience(stored.id, viewer);
  if (version !== stored.version || !versions.includes(version)) throw HttpError.withCode("version-mismatch");
  throw await explainRefusal(viewer, input.companyName, isAnonymous);
}

/** The reason why a member's experience was not stored: the company's name, or a mute. */
async function explainRefusal(viewer: Viewer, companyName: string, isAnonymous: boolean): Promise<HttpError> {
  const [found] = await db
    .select({ isCompany: sql<boolean>`${isCompanyName(companyName)}`.mapWith(Boolean) })
    .from(sql`(select 1)`);
  return found?.isCompany
    ? explainMute(viewer.id, { isAnonymous })
    : HttpError.forFields({ companyName: [texts.memberName] });
}

/** For its author and administrators. @param versions undefined for any @throws HttpError 403, 404, 412, 429 */
export async function deleteExperience(
  viewer: Viewer,
  id: number,
  { versions, reason }: { versions?: number[] | undefined; reason?: Reason } = {},
): Promise<void> {
  limitAction("experienceChange", viewer.id, texts.tooManyChanges);
  const found = await requireExperience(id, viewer);
  if (!found.own && !viewer.isAdmin) throw HttpError.withCode("not-yours", texts.notYours);
  const isDeleted = await moveExperience(viewer, id, {
    condition: and(versions && inArray(experiences.version, versions), mayDelete("experiences", viewer)),
    isRemoved: not(isOwnPost("experiences", viewer)),
    about: aboutThing(
      { id: found.authorId, name: found.authorName },
      `${found.role} at ${found.companyName}`,
    ),
    reason,
  });
  if (!isDeleted) {
    await requireExperience(id, viewer);
    throw HttpError.withCode("version-mismatch");
  }
}

/** The decision about a reported experience. */
export const removeExperience = (
  viewer: Viewer,
  id: number,
  { about, reason, mayDecide }: ReportedRemoval,
): Promise<boolean> =>
  moveExperience(viewer, id, { condition: mayDecide, isRemoved: sql`true`, about, reason });

/** Moves an experience to the bin. Returns false if the condition matched none. */
async function moveExperience(
  viewer: Viewer,
  id: number,
  {
    condition,
    isRemoved,
    about,
    reason,
  }: { condition: SQL | undefined; isRemoved: SQL; about: AuditSubject; reason: Reason },
): Promise<boolean> {
  const canDelete = and(eq(experiences.id, id), condition);
  const isThere = sql`exists (select 1 from ${experiences} where ${canDelete})`;
  const { notified, withdrawn, deleted } = await namedBatch({
    notified: notifyHiddenAuthor(viewer, "experience", id, {
      subject: `experiences/${id}`,
      done: "removed",
      reason,
      isDone: isThere,
    }),
    recorded: insertAuditEntry(
      viewer.id,
      "removed the experience",
      about,
      sql`exists (select 1 from ${experiences} where ${and(canDelete, isRemoved)})`,
    ),
    withdrawn: withdrawNotices(["thanks"], `experience-${id}`, isThere),
    binned: moveToBin("experience", id, { deletedBy: viewer.id, condition: canDelete, isRemoved }),
    deleted: db.delete(experiences).where(canDelete).returning({ id: experiences.id }),
  });
  await publishNotices([...notified, ...withdrawn]);
  return deleted.length > 0;
}
