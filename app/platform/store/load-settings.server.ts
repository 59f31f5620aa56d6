import { setTimeout as wait } from "node:timers/promises";
import { asc, gt, sql } from "drizzle-orm";
import { db, programmes, resourceTotals, siteSettings } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { nodes } from "../cluster/nodes.server.ts";
import { log } from "../process/log.server.ts";
import { applySettings, settings } from "../settings.server.ts";

const retryMs = 100;
/** A minute. After that, the next change or connection reads the settings. */
const maxTries = 600;

/** Reads the settings. Call it after each change, and once at the start. */
export async function loadSettings(): Promise<void> {
  const { id, name, years, isHidden, position } = programmes;
  const found = await namedBatch({
    rows: db.select().from(siteSettings),
    programmes: db.select({ id, name, years, isHidden }).from(programmes).orderBy(asc(position), asc(id)),
    last: db
      .select({ year: sql<number>`coalesce(max(${resourceTotals.year}), 0)` })
      .from(resourceTotals)
      .where(gt(resourceTotals.total, 0)),
  });
  applySettings({ ...found, maxYear: found.last[0]?.year ?? 0 });
}

/** Makes a change effective here, and on the other servers. */
export async function announceSettings(version: number): Promise<void> {
  nodes.send("settings", { version });
  await loadSettings();
}

/** Another server's change may reach this one's database later than its message. */
async function loadUntil(version: number): Promise<void> {
  for (let tries = 0; settings.version < version && tries < maxTries; tries++) {
    await loadSettings().catch((err) => log.warn({ err }, "the settings could not be read: retrying"));
    if (settings.version < version) await wait(retryMs, undefined, { ref: false });
  }
}

nodes.on("settings", ({ version }) => void loadUntil(version));
nodes.on("connected", () =>
  loadSettings().catch((err) => log.error({ err }, "the settings could not be read")),
);
