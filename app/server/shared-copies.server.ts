import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { getSession } from "#app/platform/auth/guards.server.ts";
import { endedCookieName } from "#app/platform/auth/session-cookies.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { fillHoles, placeholders } from "#app/platform/cache/placeholders.server.ts";
import {
  type CacheSlot,
  type Copy,
  type CopyAudience,
  type ResponseCache,
  sendCopy,
} from "#app/platform/cache/response-cache.server.ts";
import { flashCookieName, hostCookieName, readCookie } from "#app/platform/http/cookies.server.ts";
import {
  isApiPath,
  type RequestContext,
  type SharedReader,
} from "#app/platform/http/request-context.server.ts";
import { forbidStoring } from "#app/platform/http/response.server.ts";
import { send } from "#app/platform/http/send.server.ts";
import { readHeaderTexts } from "#app/shell/header-texts.server.ts";
import type { CachePolicy } from "#app/ui/page-handle.ts";
import { db } from "#db/index.ts";
import { appearsInJobs } from "#db/scopes/applications.ts";

type Respond = (request: Request, requestContext: RequestContext) => Promise<Response>;

export class SharedCopies {
  #cache: ResponseCache;
  #respond: Respond;
  #copiesInProgress = new Map<string, Promise<Copy>>();

  constructor(cache: ResponseCache, respond: Respond) {
    this.#cache = cache;
    this.#respond = respond;
  }

  async answer(req: IncomingMessage, res: ServerResponse, requestContext: RequestContext): Promise<boolean> {
    const policy = this.#cache.policyOf(req, requestContext);
    if (!policy) return false;
    const reader = policy.varyBy === "nobody" ? anybody : await findReader(req, requestContext, policy);
    if (!reader || (reader.viewer && policy.varyBy === "guests")) return false;
    const { viewer } = reader;
    const slot = this.#cache.slotOf(req, requestContext, policy, audienceOf(reader));
    const copy =
      this.#cache.read(slot) ??
      (await (policy.varyBy === "nobody"
        ? this.#makeCopyOnce(slot, requestContext)
        : this.#makeCopy(slot, requestContext, viewer)));
    if (copy.page === null) {
      sendCopy(copy, req, res, requestContext.id);
      return true;
    }
    if (viewer) forbidStoring(requestContext.responseHeaders);
    const { id: requestId, nonce } = requestContext;
    const html = fillHoles(copy.page, { ...(await readHeaderTexts(viewer)), nonce, requestId });
    await send(req, res, new Response(html, copy), requestContext);
    return true;
  }

  /** Concurrent requests for the same version share one copy. */
  #makeCopyOnce(slot: CacheSlot, requestContext: RequestContext): Promise<Copy> {
    const key = `${slot.key}\n${slot.version}`;
    const copy =
      this.#copiesInProgress.get(key) ??
      this.#makeCopy(slot, requestContext).finally(() => this.#copiesInProgress.delete(key));
    this.#copiesInProgress.set(key, copy);
    return copy;
  }

  async #makeCopy(
    slot: CacheSlot,
    requestContext: RequestContext,
    viewer: Viewer | null = null,
  ): Promise<Copy> {
    const request = new Request(requestContext.origin + slot.url, { headers: slot.headers });
    const context: RequestContext = {
      ...requestContext,
      cookies: [],
      pageCookies: [],
      responseHeaders: new Headers(),
      nonce: placeholders.nonce,
      isShared: true,
      ...(viewer && { sharedReader: createSharedReader(slot.audience), searcherId: viewer.id }),
    };
    const response = await this.#respond(request, context);
    const body = Buffer.from(await response.arrayBuffer());
    const copy = await this.#cache.createCopy(slot, response, body, context);
    requestContext.cookies.push(...context.cookies);
    if (copy.status === 200 && context.cookies.length === 0) this.#cache.store(slot, copy);
    return copy;
  }
}

/**
 * Returns null if this request cannot share a response: it has a flash message, an ended session, a muted member or
 * credentials that need their own. `viewer` is null for guests.
 */
async function findReader(
  req: IncomingMessage,
  requestContext: RequestContext,
  { exceptFor, ownParams = [] }: CachePolicy,
): Promise<CopyReader | null> {
  const { cookie = "", authorization } = req.headers;
  if (readCookie(cookie, endedCookieName(requestContext)) !== undefined) return null;
  const isCall = isApiPath(requestContext.pathname) && requestContext.pathname !== "/api";
  if (isCall && cookie !== "") return null;
  if (readCookie(cookie, hostCookieName(requestContext, flashCookieName)) !== undefined) return null;
  const isGuest = isCall
    ? authorization === undefined
    : !cookie.includes(hostCookieName(requestContext, "session"));
  if (isGuest) return { viewer: null, isCall };
  if (ownParams.length > 0) {
    const query = new URLSearchParams((req.url ?? "").split("?", 2)[1]);
    if (ownParams.some((name) => query.has(name))) return null;
  }
  const headers = { get: (name: string) => String(req.headers[name.toLowerCase()] ?? "") || null };
  try {
    const session = await getSession(requestContext, { method: req.method ?? "GET", headers });
    // Calls check a token's scopes themselves, and a muted member's pages mention the mute.
    if (session?.scopes !== null || session.viewer.mute) return null;
    if (exceptFor === "members-with-jobs" && (await isInJobs(session.viewer.id))) return null;
    return { viewer: session.viewer, isCall };
  } catch {
    return null;
  }
}

const jobReader = db
  .select({ isInJobs: appearsInJobs(sql.placeholder("id")).mapWith(Boolean) })
  .from(sql`(select 1)`)
  .prepare();

/**
 * Whether lists of jobs depend on the member: jobs they posted, applied for or track, or an offer of help at their
 * company.
 */
const isInJobs = async (id: number): Promise<boolean> =>
  (await jobReader.execute({ id }))[0]?.isInJobs ?? true;

interface CopyReader {
  viewer: Viewer | null;
  isCall: boolean;
}

const anybody: CopyReader = { viewer: null, isCall: false };

function audienceOf({ viewer, isCall }: CopyReader): CopyAudience {
  if (!viewer) return { role: "guest", hasPicture: false };
  if (isCall) return { role: "member", hasPicture: false };
  const role = viewer.isAdmin ? "admin" : viewer.isModerator ? "moderator" : "member";
  return { role, hasPicture: viewer.avatarFile !== null };
}

const createSharedReader = ({ role, hasPicture }: CopyAudience): SharedReader => ({
  isAdmin: role === "admin",
  isModerator: role === "moderator",
  mute: null,
  avatarFile: hasPicture ? placeholders.avatarUrl : null,
});
