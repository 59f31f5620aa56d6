import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, limitAction, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { optionalLine, requiredDay, requiredInteger } from "#app/platform/schemas/fields.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { insertMemberAuditEntry } from "#db/audit.ts";
import { countRows } from "#db/count-rows.ts";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { db, joinLinks, mailLinks, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { mayAnnounceTo } from "#db/scopes/announcements.ts";
import { isManagedBy, isUsable } from "#db/scopes/join-links.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { existingProgramme, isActingAdmin, isActiveNoIndex } from "#db/scopes/users.ts";
import { batchYear, programme } from "./input.server.ts";
import { deriveJoinCode, hashJoinCode } from "./join-code.server.ts";
import { joinTexts } from "./texts.ts";

export const maxPlaces = 500;
const maxDays = 90;

export const joinLinkFields = {
  batchYear,
  programme,
  branch: optionalLine(100),
  limit: requiredInteger(
    "Say how many people may join",
    `Must be a whole number from 1 to ${maxPlaces}`,
    1,
    maxPlaces,
  ),
  until: requiredDay("Choose the last day", "Choose a day such as 2030-12-31"),
};
export const joinLinkSchema = z.object({
  ...joinLinkFields,
  direct: z.literal("on").optional().catch(undefined),
});

/** The last day that a link made today may have. */
export const lastJoinDay = (day = today()): string => addDays(day, maxDays);

/** The code in a local path, or null. */
export const joinCodeOf = (path: string): string | null => /^\/join\/([\w-]{22})$/.exec(path)?.[1] ?? null;

const joinUrl = (nonce: string): string => `${siteOrigin}/join/${deriveJoinCode(nonce)}`;

/**
 * @returns the id of the new link
 * @throws HttpError 403 for members who may not make it, 422 for a day out of bounds, 429
 */
export async function makeJoinLink(
  viewer: Viewer,
  { batchYear, programme: programmeId, branch, limit, until, direct }: z.output<typeof joinLinkSchema>,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  limitAction("joinLink", viewer.id);
  const day = today(now);
  if (until < day) throw HttpError.forFields({ until: ["Choose today or a later day"] });
  if (until > lastJoinDay(day)) throw HttpError.forFields({ until: [`Choose a day within ${maxDays} days`] });
  const nonce = randomBytes(16).toString("base64url");
  const isDirect = direct === "on";
  const {
    made: [made],
  } = await namedBatch({
    made: insertSelect(
      db,
      joinLinks,
      {
        nonce,
        codeHash: hashJoinCode(deriveJoinCode(nonce)),
        makerId: viewer.id,
        batchYear,
        programmeId: existingProgramme(programmeId),
        branch,
        places: limit,
        until,
        isDirect,
        createdAt: now,
      },
      sql`(select 1)`,
      and(isDirect ? isActingAdmin(viewer.id) : mayAnnounceTo(viewer.id, batchYear), not(isMuted(viewer.id))),
    ).returning({ id: joinLinks.id }),
    recorded: insertMemberAuditEntry(viewer.id, "made a join link", {
      text: describeLink({ batchYear, programmeId, branch, isDirect }),
    }),
  });
  if (!made)
    throw new HttpError(403, isDirect && !viewer.isAdmin ? joinTexts.onlyAdmins : joinTexts.notAllowed);
  return made.id;
}

/** What a link gives to the people who register with it. */
type Place = Pick<JoinLink, "batchYear" | "programmeId" | "branch">;

/** For example "Batch 2027, M.Tech, Physics". */
export const describePlace = ({ batchYear, programmeId, branch }: Place): string =>
  [`Batch ${batchYear}`, programmeId && programmeOf(programmeId).name, branch].filter(Boolean).join(", ");

const describeLink = (link: Place & { isDirect: boolean }): string =>
  link.isDirect ? `${describePlace(link)}, without approval` : describePlace(link);

/** @throws HttpError 404 for a link that the viewer does not manage */
export async function revokeJoinLink(viewer: Viewer, id: number, now = Date.now()): Promise<void> {
  limitAction("joinLink", viewer.id);
  const isIt = and(eq(joinLinks.id, id), isManagedBy(viewer.id));
  const { found } = await namedBatch({
    revoked: db
      .update(joinLinks)
      .set({ revokedAt: now })
      .where(and(isIt, isNull(joinLinks.revokedAt))),
    recorded: insertMemberAuditEntry(viewer.id, "revoked a join link"),
    found: db.select({ id: joinLinks.id }).from(joinLinks).where(isIt),
  });
  if (found.length === 0) throw new HttpError(404);
}

/** The batch that an announcer may make links for, or null for other members. */
export async function findAnnouncerBatch(memberId: number): Promise<number | null> {
  const [member] = await db
    .select({ batchYear: users.announcerBatch })
    .from(users)
    .where(eq(users.id, memberId));
  return member?.batchYear ?? null;
}

const maker = { id: users.id, name: users.name };

/** The links that a member manages, newest first. Links made with an earlier `SESSION_SECRET` have no address. */
export async function listJoinLinks(viewer: Viewer, { limit, before }: { limit: number; before: number }) {
  const rows = await db
    .select({ link: joinLinks, maker, isUsable: isUsable(today()) })
    .from(joinLinks)
    .innerJoin(users, eq(users.id, joinLinks.makerId))
    .where(
      and(
        isManagedBy(viewer.id),
        viewer.isAdmin ? undefined : eq(joinLinks.makerId, viewer.id),
        lt(joinLinks.id, before),
      ),
    )
    .orderBy(desc(joinLinks.id))
    .limit(limit);
  return rows.map(({ link: { nonce, codeHash, ...link }, maker, isUsable }) => ({
    ...link,
    maker,
    url: isUsable && isCurrent({ nonce, codeHash }) ? joinUrl(nonce) : null,
  }));
}

const isCurrent = ({ nonce, codeHash }: { nonce: string; codeHash: string }): boolean =>
  hashJoinCode(deriveJoinCode(nonce)) === codeHash;

/** The address of a link for a poster, or null if it has ended, is not the viewer's, or admits without approval. */
export async function findPosterUrl(viewer: Viewer, id: number): Promise<string | null> {
  const [link] = await db
    .select()
    .from(joinLinks)
    .where(
      and(
        eq(joinLinks.id, id),
        eq(joinLinks.isDirect, false),
        isManagedBy(viewer.id),
        sql`${isUsable(today())}`,
      ),
    );
  return link && isCurrent(link) ? joinUrl(link.nonce) : null;
}

/** What a link gives the people who register with it. */
export interface JoinLink {
  id: number;
  batchYear: number;
  programmeId: number | null;
  branch: string | null;
  isDirect: boolean;
  isUsable: boolean;
  maker: { id: number; name: string };
}

/** Null for an unknown code. */
export async function findJoinLink(code: string): Promise<JoinLink | null> {
  const [link] = await db
    .select({
      id: joinLinks.id,
      nonce: joinLinks.nonce,
      codeHash: joinLinks.codeHash,
      batchYear: joinLinks.batchYear,
      programmeId: joinLinks.programmeId,
      branch: joinLinks.branch,
      isDirect: joinLinks.isDirect,
      isUsable: isUsable(today()),
      maker,
    })
    .from(joinLinks)
    .innerJoin(users, eq(users.id, joinLinks.makerId))
    .where(eq(joinLinks.codeHash, hashJoinCode(code)));
  return link && isCurrent(link) ? link : null;
}

/** Counts unknown codes only, so that a class that shares one address is not affected. */
const unknownLimit = new RateLimit(30, 15 * 60);

/** @throws HttpError 404 for an unknown code, 429 */
export async function requireJoinLink(
  code: string,
  { address }: Pick<RequestContext, "address">,
): Promise<JoinLink> {
  const link = await findJoinLink(code);
  if (link) return link;
  const retryAfter = unknownLimit.consume(addressKey(address));
  if (retryAfter > 0) throw new HttpError(429, joinTexts.tooMany, { retryAfter });
  throw new HttpError(404, joinTexts.unknown);
}

/** For the statement that inserts a member: whether the link still has a place. */
export const hasPlace = (link: JoinLink): SQL =>
  sql`exists (select 1 from join_links where join_links.id = ${link.id} and ${isUsable(today())})`;

/** Whether registering with the link skips the approval that other new members need. */
export const isAdmittingDirectly = ({ isDirect }: Pick<JoinLink, "isDirect">): boolean =>
  isDirect && env.REGISTRATION === "approval";

/** The status of a new account. */
export function firstStatus(isConfirmed: boolean, link: JoinLink | null): "active" | "pending" {
  if (env.REGISTRATION === "open") return "active";
  if (env.REGISTRATION === "domain") return isConfirmed ? "active" : "pending";
  return link?.isDirect ? "active" : "pending";
}

/** @throws HttpError 410 when the link has ended */
export async function requirePlace(link: Pick<JoinLink, "id">): Promise<void> {
  const [found] = await db
    .select({ id: joinLinks.id })
    .from(joinLinks)
    .where(and(eq(joinLinks.id, link.id), isUsable(today())));
  if (!found) throw new HttpError(410, joinTexts.ended);
}

/** How many active members registered with a link, up to a limit. */
export async function countJoined(limit: number): Promise<number> {
  const [found] = await countRows(
    sql`${users} where ${and(sql`${users.joinLinkId} is not null`, isActiveNoIndex)}`,
    limit,
  );
  return found?.count ?? 0;
}

const confirmationMs = 3 * dayMs;

/** Deletes registrations by link whose confirmation has expired. A trigger gives their places back. */
export const deleteUnconfirmed = (now = Date.now()): Promise<void> =>
  env.REGISTRATION === "domain"
    ? deleteInBatches(
        users,
        and(
          sql`status = 'pending' and join_link_id is not null`,
          lt(users.createdAt, now - confirmationMs),
          isNull(users.emailConfirmedAt),
          sql`not exists (select 1 from ${mailLinks} where ${mailLinks.userId} = ${users.id}
            and ${gt(mailLinks.expiresAt, now)})`,
        ),
      )
    : Promise.resolve();
