import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

export const hasMetricsToken = (request: Request): boolean =>
  env.METRICS_TOKEN !== undefined &&
  isEqual(request.headers.get("Authorization") ?? "", `Bearer ${env.METRICS_TOKEN}`);

const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash("sha256").update(text).digest();
