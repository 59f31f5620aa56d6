import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startNats } from "./nats.ts";
import { startRqlite } from "./rqlite.ts";
import { RqliteDatabase } from "./rqlite-database.ts";
import { type S3, startS3 } from "./s3.ts";

/** The rqlite, NATS and bucket of one store, when the suite runs on them. */
export interface Engines {
  settings: Record<string, string>;
  database: RqliteDatabase;
  bucket: S3["objects"];
  stop(): Promise<void>;
}

const enginesOf = new Map<string, Engines>();

/** @returns the settings of the engines of a store for a server or command, empty if it has none */
export const engineSettings = (storage: string): Record<string, string> =>
  enginesOf.get(storage)?.settings ?? {};

/** Starts the engines of a store, unless they run already. @returns null unless the suite runs on engines */
export async function startEngines(storage: string): Promise<Engines | null> {
  if (process.env.SUITE !== "engines") return null;
  const running = enginesOf.get(storage);
  if (running) return running;
  const [rqlite, nats, s3] = await Promise.all([
    startRqlite(1, ["-fk=true"], dirname(storage)),
    startNats(),
    startS3(),
  ]);
  const secret = randomUUID();
  const secretFile = join(storage, "session-secret");
  mkdirSync(storage, { recursive: true, mode: 0o700 });
  writeFileSync(secretFile, secret, { mode: 0o600 });
  const settings = {
    ...s3.settings,
    DATABASE_URL: rqlite.nodes[0]?.databaseUrl ?? "",
    RQLITE_OLD: "yes",
    NATS_URL: nats.url,
    SESSION_SECRET_FILE: secretFile,
  };
  const database = new RqliteDatabase(rqlite.nodes[0]?.url ?? "", nats.url, secret);
  const engines = {
    settings,
    database,
    bucket: s3.objects,
    async stop() {
      enginesOf.delete(storage);
      await Promise.all([database.end(), rqlite.stop(), nats.kill(), s3.stop()]);
    },
  };
  enginesOf.set(storage, engines);
  return engines;
}

/** Stops the engines of stores that are kept after their server. */
export const stopEngines = async (): Promise<void> => {
  await Promise.all([...enginesOf.values()].map((engines) => engines.stop()));
};
