import { setTimeout as wait } from "node:timers/promises";
import { db, siteSettings } from "#db/index.ts";
import { nodes } from "../cluster/nodes.server.ts";
import { log } from "../process/log.server.ts";
import { applySettings, settings } from "../settings.server.ts";

const retryMs = 100;
/** A minute. After that, the next change or connection reads the settings. */
const maxTries = 600;

/** Reads the settings. Call it after each change, and once at the start. */
export async function loadSettings(): Promise<void> {
  applySettings(await db.select().from(siteSettings));
}

/** Makes a change effective here, and on the other servers. */
export async function announceSettings(version: number): Promise<void> {
  nodes.tell("settings", { version });
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
