/**
 * `npm run move -- --to PLACE` moves a community from where `STORAGE_DIR`, `DATABASE_URL` and `FILES_URL` point, with its
 * servers stopped. PLACE is `rqlite://user:secret@host:4001` for the data, `s3://bucket?endpoint=https://host` for the files,
 * or `file` for everything in the store. Repeat `--to` for data and files.
 */
import { parseArgs } from "node:util";
import { currentPlace, moveCommunity, type Place } from "#app/platform/store/move.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const place = readPlace();
try {
  const { rows, files, bytes, missing, aside } = await moveCommunity(storageDir, place);
  const say = (count: number) => count.toLocaleString("en");
  if (missing.length > 0) console.error(`${missing.length} uploads were already lost: ${missing.join(", ")}`);
  console.log(
    `Moved ${say(rows)} rows and ${say(files)} files of ${say(bytes)} bytes. Each was counted on both sides.`,
  );
  console.log(
    `Before you start the server: ${setting("DATABASE_URL", place.database)}, ${setting("FILES_URL", place.files)}.`,
  );
  if (aside) console.log(`The old copy is in ${aside}. Delete it once everything works.`);
  else console.log("The old place still has its copy. Delete it once everything works.");
} catch (error) {
  console.error(`The move failed. ${(error as Error).message}`);
  process.exit(1);
}

/** Without the secret of an address. */
function setting(name: string, value: string | null): string {
  const url = value ? URL.parse(value) : null;
  return url ? `set ${name} to ${url.protocol}//${url.host}${url.search} with its key` : `leave out ${name}`;
}

function readPlace(): Place {
  try {
    const { values } = parseArgs({ options: { to: { type: "string", multiple: true } } });
    let found = currentPlace;
    for (const text of values.to ?? []) {
      const { protocol, host } = URL.parse(text) ?? {};
      if (text === "file") found = { database: null, files: null };
      else if (protocol === "rqlite:" && host) found = { ...found, database: text };
      else if (protocol === "s3:" && host) found = { ...found, files: text };
      else throw new Error(text);
    }
    if (values.to) return found;
  } catch {
    // Rejects unknown options and places.
  }
  console.error("Usage: npm run move -- --to rqlite://USER:SECRET@HOST:4001 [--to s3://BUCKET?endpoint=URL]");
  console.error("       npm run move -- --to file");
  process.exit(2);
}
