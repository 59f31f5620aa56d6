import { isIPv6 } from "node:net";
import { nodes } from "../cluster/nodes.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import type { SharedReader } from "../http/request-context.server.ts";

const defaultMaxKeys = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts in memory, by a monotonic clock. Beyond `maxKeys` windows it drops the oldest. A refusal adds no key. */
export class RateLimit {
  #windows = new Map<string, Window>();
  #maxCount: number;
  #windowMs: number;
  #maxKeys: number;

  constructor(maxCount: number, windowSeconds: number, maxKeys = defaultMaxKeys) {
    this.#maxCount = maxCount;
    this.#windowMs = windowSeconds * 1000;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  consume(key: string, amount = 1): number {
    if (env.RATE_LIMITS === "off") return 0;
    const now = performance.now();
    this.#removeEnded(now);
    const running = this.#windows.get(key);
    if (!running) {
      if (amount > this.#maxCount) return this.#windowMs / 1000;
      if (this.#windows.size >= this.#maxKeys) this.#removeOldest();
      this.#windows.set(key, { count: amount, endsAt: now + this.#windowMs });
      return 0;
    }
    if (running.count + amount > this.#maxCount) return Math.max(1, Math.ceil((running.endsAt - now) / 1000));
    running.count += amount;
    return 0;
  }

  refund(key: string, amount = 1): void {
    const running = this.#windows.get(key);
    if (!running) return;
    running.count -= amount;
    if (running.count <= 0) this.#windows.delete(key);
  }

  describe(key: string) {
    const now = performance.now();
    const running = this.#windows.get(key);
    const isRunning = running !== undefined && running.endsAt > now;
    return {
      maxCount: this.#maxCount,
      windowSeconds: this.#windowMs / 1000,
      left: this.#maxCount - (isRunning ? running.count : 0),
      resetSeconds: Math.ceil(isRunning ? (running.endsAt - now) / 1000 : this.#windowMs / 1000),
    };
  }

  #removeEnded(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(key);
    }
  }

  #removeOldest(): void {
    for (const key of this.#windows.keys()) {
      this.#windows.delete(key);
      return;
    }
  }
}

/** Counts across all nodes. Simultaneous actions, and actions while NATS is down, count on one node only. */
export class SharedRateLimit extends RateLimit {
  static #limits = new Map<string, SharedRateLimit>();
  #name: string;

  static {
    nodes.on("count", ({ limit, key, amount }) => {
      const shared = SharedRateLimit.#limits.get(limit);
      if (shared) shared.#count(key, amount);
    });
  }

  constructor(name: string, maxCount: number, windowSeconds: number) {
    super(maxCount, windowSeconds);
    this.#name = name;
    SharedRateLimit.#limits.set(name, this);
  }

  override consume(key: string, amount = 1): number {
    const retryAfter = super.consume(key, amount);
    if (retryAfter === 0) nodes.send("count", { limit: this.#name, key, amount });
    return retryAfter;
  }

  override refund(key: string, amount = 1): void {
    super.refund(key, amount);
    nodes.send("count", { limit: this.#name, key, amount: -amount });
  }

  #count(key: string, amount: number): void {
    if (amount > 0) super.consume(key, amount);
    else super.refund(key, -amount);
  }
}

export type CountedLimit = readonly [limit: RateLimit, key: string, amount?: number];

/** Stops at the first limit that refuses and refunds those before it, so that one address cannot lock an account. */
export function consumeAll(limits: readonly CountedLimit[]): number {
  for (const [index, [limit, key, amount]] of limits.entries()) {
    const retryAfter = limit.consume(key, amount);
    if (retryAfter > 0) {
      refundAll(limits.slice(0, index));
      return retryAfter;
    }
  }
  return 0;
}

export function refundAll(limits: readonly CountedLimit[]): void {
  for (const [limit, key, amount] of limits) limit.refund(key, amount);
}

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

/** Per member, the longest window first. Pages, API calls and frames share a count. */
const actionLimits = {
  /** Every form that a member sends, above all other limits. Guests' forms have limits of their own. */
  form: [new RateLimit(10_000, hourSeconds)],
  job: [new RateLimit(30, daySeconds), new RateLimit(10, hourSeconds)],
  jobChange: [new RateLimit(120, hourSeconds)],
  jobTracking: [new RateLimit(120, hourSeconds)],
  applicationAnswer: [new RateLimit(300, hourSeconds)],
  upload: [new RateLimit(200, daySeconds)],
  resourceChange: [new RateLimit(120, hourSeconds)],
  message: [new RateLimit(10_000, daySeconds), new RateLimit(1_200, minuteSeconds)],
  /** Edits, deletions and reactions. In the anonymous room by the author's daily hash. */
  messageChange: [new RateLimit(30, 10 * minuteSeconds)],
  /** Muting, archiving, marking as unread. */
  conversation: [new RateLimit(60, 10 * minuteSeconds)],
  block: [new RateLimit(300, hourSeconds)],
  /** By the author's daily hash, so that not even this count links the room to a member. */
  roomLine: [new RateLimit(1_000, daySeconds), new RateLimit(30, minuteSeconds)],
  restoring: [new RateLimit(120, hourSeconds)],
  report: [new RateLimit(20, daySeconds)],
  feedback: [new RateLimit(30, hourSeconds)],
  question: [new RateLimit(10, daySeconds)],
  answer: [new RateLimit(60, daySeconds)],
  comment: [new RateLimit(120, daySeconds)],
  experience: [new RateLimit(20, daySeconds)],
  experienceChange: [new RateLimit(60, hourSeconds)],
  board: [new RateLimit(60, hourSeconds)],
  /** Changes and remarks that keepers get a notice of. */
  boardNotice: [new RateLimit(20, hourSeconds)],
  boardChange: [new RateLimit(60, hourSeconds)],
  boardPin: [new RateLimit(120, hourSeconds)],
  boardRemark: [new RateLimit(10, daySeconds)],
  vote: [new RateLimit(300, hourSeconds)],
  thanks: [new RateLimit(60, daySeconds)],
  questionChange: [new RateLimit(60, hourSeconds)],
  preview: [new RateLimit(120, 10 * minuteSeconds)],
  accepting: [new RateLimit(60, 10 * minuteSeconds)],
  following: [new RateLimit(60, 10 * minuteSeconds)],
  /** Each repetition counts, so the limit must allow a weekly series for a year. */
  event: [new RateLimit(100, daySeconds)],
  eventChange: [new RateLimit(60, hourSeconds)],
  checkIn: [new RateLimit(3_000, hourSeconds)],
  profile: [new RateLimit(60, 10 * minuteSeconds)],
  participation: [new RateLimit(60, 10 * minuteSeconds)],
  connection: [new RateLimit(200, daySeconds), new RateLimit(60, 10 * minuteSeconds)],
  mentoring: [new RateLimit(60, 10 * minuteSeconds)],
  noticeSettings: [new RateLimit(60, 10 * minuteSeconds)],
  savedSearch: [new RateLimit(60, 10 * minuteSeconds)],
  announcement: [new RateLimit(60, hourSeconds)],
  joinLink: [new RateLimit(60, hourSeconds)],
  today: [new RateLimit(120, 10 * minuteSeconds)],
  /** This limit and the next count by member, or by address for guests. */
  search: [new RateLimit(30, minuteSeconds)],
  suggestions: [new RateLimit(120, minuteSeconds)],
  /** Per member, in lists. Typing can search several times a second. */
  listSearch: [new RateLimit(300, minuteSeconds)],
  /** Per guest address. Sixty people behind one address can each search every two seconds. */
  guestListSearch: [new RateLimit(2_400, minuteSeconds)],
  /** Per member: their apps read one address. */
  calendar: [new RateLimit(120, hourSeconds)],
  accountMail: [new RateLimit(5, hourSeconds)],
  dataDownload: [new RateLimit(5, daySeconds)],
};
export type LimitedAction = keyof typeof actionLimits;

export const consumeLimit = (action: LimitedAction, actor: number | string, amount = 1): number =>
  consumeAll(actionLimits[action].map((limit) => [limit, String(actor), amount] as const));

export const refundLimit = (action: LimitedAction, actor: number | string): void =>
  refundAll(actionLimits[action].map((limit) => [limit, String(actor)] as const));

/** @throws HttpError 429 */
export function limitAction(
  action: LimitedAction,
  actor: number | string,
  detail?: string,
  amount?: number,
): void {
  const retryAfter = consumeLimit(action, actor, amount);
  if (retryAfter > 0) throw new HttpError(429, detail, { retryAfter });
}

const searchedNames = ["search", "company", "locations", "industry", "person"];

/**
 * Counts a search in a list, on pages and in API calls. @throws HttpError 429
 * @param filter a filter without a search text is not counted
 */
export function limitListSearch(
  reader: { id: number } | SharedReader | null,
  { address, searcherId }: { address: string; searcherId?: number },
  filter: object,
): void {
  if (!Object.entries(filter).some(([name, value]) => value && searchedNames.includes(name))) return;
  const memberId = reader && "id" in reader ? reader.id : searcherId;
  if (memberId !== undefined) limitAction("listSearch", memberId);
  else limitAction("guestListSearch", addressKey(address));
}

/** As in draft-ietf-httpapi-ratelimit-headers, one policy per window. */
export function rateLimitHeaders(action: LimitedAction, actor: number): Record<string, string> {
  if (env.RATE_LIMITS === "off") return {};
  const limits = actionLimits[action].map((limit) => limit.describe(String(actor)));
  const nameOf = (windowSeconds: number) => `"${action}-${windowSeconds}"`;
  return {
    "RateLimit-Policy": limits
      .map(({ maxCount, windowSeconds }) => `${nameOf(windowSeconds)};q=${maxCount};w=${windowSeconds}`)
      .join(", "),
    RateLimit: limits
      .map(({ left, windowSeconds, resetSeconds }) => `${nameOf(windowSeconds)};r=${left};t=${resetSeconds}`)
      .join(", "),
  };
}

/** Returns the key of an IP address. For IPv6 it is the /64, because one host owns all of it. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
