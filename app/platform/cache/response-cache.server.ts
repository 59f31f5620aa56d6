import type { IncomingMessage, ServerResponse } from "node:http";
import { type CachePolicy, readHandle } from "#app/ui/page-handle.ts";
import { compress, type Encoding, isCompressible, pickEncoding } from "../http/compression.server.ts";
import { readChoices } from "../http/cookies.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { createEtag, matchesEtag, setSecurityHeaders } from "../http/response.server.ts";
import type { KnownRoute, RouteTable } from "../http/route-table.server.ts";
import { TaskQueue } from "../limits/task-queue.server.ts";
import { type HoledPage, splitAtPlaceholders } from "./placeholders.server.ts";

/** The readers who share a copy. The header differs for members with a picture. */
export interface CopyAudience {
  role: "guest" | "member" | "moderator" | "admin";
  hasPicture: boolean;
}

export interface CacheSlot {
  key: string;
  audience: CopyAudience;
  url: string;
  encoding: Encoding | null;
  headers: Record<string, string>;
  version: string;
}

export interface Copy {
  status: number;
  page: HoledPage | null;
  body: Buffer;
  headers: Record<string, string>;
  head: string[];
  notModifiedHead: string[];
  version: string;
  madeAt: number;
  recent: number[];
  plain: Buffer | null;
  uses: number;
}

const maxAgeMs = 60_000;
const maxTotalBytes = 24 * 1024 * 1024;
const overheadBytes = 2_048;
const maxQueryLength = 500;
const maxFillsPerSecond = 5;
const secondMs = 1_000;
/** After this many uses, compressing with fifty times the work to save a fifth of the size pays off. */
const usesWorthEffort = 3;

/** Any write to the database invalidates every copy. Copies are rendered without a session, so none has personal data. */
export class ResponseCache {
  #routes: RouteTable<KnownRoute>;
  #readVersion: () => string;
  /** The last origin that was checked and valid. */
  #origin = "";
  #copies = new Map<string, Copy>();
  #totalBytes = 0;
  #compressions = new TaskQueue({ concurrency: 1, maxQueued: 10 });

  constructor(routes: RouteTable<KnownRoute>, readVersion: () => string) {
    this.#routes = routes;
    this.#readVersion = readVersion;
  }

  policyOf(req: IncomingMessage, { pathname, isCanonical, origin }: RequestContext): CachePolicy | null {
    const isRead = req.method === "GET" || req.method === "HEAD";
    const hasBody = req.headers["transfer-encoding"] ?? req.headers["content-length"];
    // React Router requests a page's data at the page's address with `.data` appended.
    if (!isRead || hasBody || !isCanonical || pathname.endsWith(".data")) return null;
    if ((req.url ?? "").length - pathname.length > maxQueryLength) return null;
    const { cache: policy } = readHandle(this.#routes.find(pathname)?.route);
    // The request's own checks refuse an invalid `Host`.
    if (origin !== this.#origin && URL.parse(origin)?.origin !== origin) return null;
    this.#origin = origin;
    return policy ?? null;
  }

  slotOf(
    req: IncomingMessage,
    { pathname, origin }: RequestContext,
    { params, varyBy }: CachePolicy,
    audience: CopyAudience,
  ): CacheSlot {
    const url = pathname + canonicalQuery((req.url ?? "").slice(pathname.length), params);
    const encoding = pickEncoding(req.headers["accept-encoding"]);
    const { theme, hasNoScripts } = readChoices(varyBy === "nobody" ? "" : (req.headers.cookie ?? ""));
    const choices = [theme && `theme=${theme}`, hasNoScripts && "scripts=off"].filter(Boolean).join("; ");
    const savesData = varyBy !== "nobody" && req.headers["save-data"] === "on";
    const { role, hasPicture } = audience;
    return {
      key: [origin, url, role, hasPicture, choices, encoding, savesData].join("\n"),
      audience,
      url,
      encoding,
      headers: { ...(choices && { Cookie: choices }), ...(savesData && { "Save-Data": "on" }) },
      version: this.#readVersion(),
    };
  }

  /** A busy guest copy may be up to a second old. Members always see their changes at once. */
  read(slot: CacheSlot): Copy | undefined {
    const copy = this.#copies.get(slot.key);
    if (!copy) return undefined;
    const ageMs = performance.now() - copy.madeAt;
    if (copy.version === slot.version && ageMs < maxAgeMs) {
      copy.uses++;
      if (copy.plain && copy.uses >= usesWorthEffort) this.#compressSmaller(slot, copy, copy.plain);
      return copy;
    }
    const isBusy = copy.recent.length >= maxFillsPerSecond && ageMs < secondMs;
    return isBusy && slot.audience.role === "guest" ? copy : undefined;
  }

  async createCopy(
    slot: CacheSlot,
    { status, headers }: Response,
    body: Buffer,
    requestContext: RequestContext,
  ): Promise<Copy> {
    const now = performance.now();
    const recent = (this.#copies.get(slot.key)?.recent ?? []).filter((time) => now - time < secondMs);
    const made = {
      status,
      version: slot.version,
      madeAt: now,
      recent: [...recent.slice(-maxFillsPerSecond), now],
      uses: 0,
    };
    const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
    const page = isPage ? splitAtPlaceholders(body.toString()) : [body.toString()];
    if (page.length > 1 || status !== 200) {
      const none = { body: Buffer.alloc(0), head: [], notModifiedHead: [], plain: null };
      return { ...made, ...none, page, headers: Object.fromEntries(headers) };
    }
    setSecurityHeaders(headers, requestContext, false);
    headers.delete("X-Request-Id");
    headers.set("ETag", headers.get("ETag") ?? createEtag(body));
    headers.append("Vary", isPage ? "Accept-Encoding, Cookie, Save-Data" : "Accept-Encoding");
    const encoding = isCompressible(headers, body.length) ? slot.encoding : null;
    if (encoding) headers.set("Content-Encoding", encoding);
    return {
      ...made,
      page: null,
      body: encoding ? await compress(body, encoding, "once") : body,
      headers: Object.fromEntries(headers),
      head: [...headers].flat(),
      notModifiedHead: [...headers].filter(([name]) => !/^content-(type|encoding)$/.test(name)).flat(),
      plain: encoding ? body : null,
    };
  }

  store({ key }: CacheSlot, copy: Copy): void {
    this.#delete(key);
    this.#copies.set(key, copy);
    this.#totalBytes += countBytes(key, copy);
    for (const oldest of this.#copies.keys()) {
      if (this.#totalBytes <= maxTotalBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const copy = this.#copies.get(key);
    if (!copy) return;
    this.#copies.delete(key);
    this.#totalBytes -= countBytes(key, copy);
  }

  #compressSmaller({ key, encoding }: CacheSlot, copy: Copy, plain: Buffer): void {
    copy.plain = null;
    this.#totalBytes -= plain.length;
    if (!encoding) return;
    this.#compressions
      .run(() => compress(plain, encoding, "cached"))
      .then((body) => {
        if (this.#copies.get(key) === copy) this.#totalBytes += body.length - copy.body.length;
        copy.body = body;
      })
      .catch(() => {});
  }
}

export function sendCopy(
  { status, body, headers, head, notModifiedHead }: Copy,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
) {
  if (matchesEtag(req.headers["if-none-match"], headers.etag ?? "")) {
    res.writeHead(304, [...notModifiedHead, "x-request-id", requestId]).end();
    return;
  }
  res.writeHead(status, [...head, "content-length", String(body.length), "x-request-id", requestId]);
  res.end(req.method === "HEAD" ? undefined : body);
}

const countBytes = (key: string, { page, body, plain }: Copy): number =>
  body.length +
  (plain?.length ?? 0) +
  (page?.reduce((sum, part) => sum + (typeof part === "string" ? 2 * part.length : 0), 0) ?? 0) +
  key.length +
  overheadBytes;

/** Returns only the known parameters, in the order of their declaration, so that each page has one copy. */
function canonicalQuery(search: string, params: readonly string[]): string {
  if (search === "") return "";
  const query = new URLSearchParams(search);
  const known = params.flatMap((name) => query.getAll(name).map((value) => [name, value]));
  return known.length > 0 ? `?${new URLSearchParams(known)}` : "";
}
