import { isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "../env.server.ts";

/** Limits how often a key may do something within a number of seconds. `RATE_LIMITS=off` turns it off. */
export class RateLimit {
  #counter: RateLimiterMemory;

  constructor(points: number, seconds: number) {
    this.#counter = new RateLimiterMemory({ points, duration: seconds });
  }

  /** Counts one. Returns 0, or the seconds to wait if that was one too many. */
  async consume(key: string): Promise<number> {
    if (env.RATE_LIMITS === "off") return 0;
    try {
      await this.#counter.consume(key);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw refusal;
    }
  }

  /** Takes one count back, for something that turned out not to count. */
  async refund(key: string): Promise<void> {
    if (env.RATE_LIMITS === "off") return;
    await this.#counter.reward(key);
  }
}

/** Returns the key of an IP address: an IPv6 host owns a whole /64, so the /64 is its key. */
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
