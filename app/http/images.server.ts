import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { and, eq, getTableColumns, lt, notExists, sql } from "drizzle-orm";
import { fileTypeFromFile } from "file-type";
import { db, events, images, users } from "#db/index.ts";
import { imageLimit, imageWords } from "../schemas/resource.ts";
import type { Picture } from "./draw-picture.server.ts";
import { env } from "./env.server.ts";
import { draw } from "./pictures.server.ts";
import type { Viewer } from "./session.server.ts";
import { arriving, drop, keep } from "./store.server.ts";
import { type ArrivedFile, fileRefused, receive, UploadRefused } from "./upload.server.ts";

const day = 24 * 60 * 60 * 1000;
/** Pictures that a member may store in a day. */
const quota = 50;
const opened = ["jpg", "png", "apng", "gif", "webp"];

/**
 * Makes an arrived picture anew: WebP, without its metadata, at most this large. Answers where it lies for now.
 * @throws UploadRefused 415 when it is no picture, 422 when it has too many pixels, 503 when too many wait
 */
export async function remakePicture(
  file: ArrivedFile,
  size: Pick<Picture, "width" | "height" | "fit">,
): Promise<string> {
  if (file.size === 0) throw fileRefused(422, imageWords.empty);
  const found = await fileTypeFromFile(file.path, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  if (!found || !opened.includes(found.ext)) throw fileRefused(415, imageWords.wrongType);
  const target = arriving();
  const drawn = await draw({ kind: "image", source: file.path, target, ...size }, "awaited");
  if (drawn === "drawn") return target;
  await rm(target, { force: true });
  if (drawn === "too many pixels") throw fileRefused(422, imageWords.tooManyPixels);
  if (drawn === "no picture") throw fileRefused(415, imageWords.wrongType);
  throw new UploadRefused(503, imageWords.busy, { retryAfter: 10 });
}

/**
 * Takes a picture for an event from a multipart body's field `file`.
 * @returns the name it is served under
 * @throws UploadRefused, 429 over the day's quota among them
 */
export async function storeImage(request: Request, viewer: Viewer): Promise<string> {
  const { tooLarge, noRoom, brokeOff } = imageWords;
  const terms = { field: "file", limit: imageLimit, tooLarge, noRoom, brokeOff };
  return receive(request, terms, async ({ file }) => {
    if (!file) throw fileRefused(422, imageWords.missing);
    const made = await remakePicture(file, { width: 1600, height: 1600, fit: "inside" });
    const name = `${randomUUID()}.webp`;
    try {
      await keep(made, name);
      if (await insertWithin({ file: name, bytes: file.size, userId: viewer.id })) return name;
    } catch (error) {
      await drop(name);
      throw error;
    } finally {
      await rm(made, { force: true });
    }
    await drop(name);
    throw new UploadRefused(429, imageWords.tooMany, { retryAfter: 3600 });
  });
}

/** Lists a picture unless its owner has stored enough for one day. */
async function insertWithin(row: { file: string; bytes: number; userId: number }): Promise<boolean> {
  const now = Date.now();
  const values = { ...row, createdAt: now };
  const columns = Object.entries(getTableColumns(images)).map(([name, column]) => {
    const value = values[name as keyof typeof values];
    return [name, value === undefined ? sql`null` : sql`${sql.param(value, column)}`];
  });
  const today = sql`(select count(*) from ${images} where ${images.userId} = ${row.userId}
    and ${images.createdAt} > ${now - day})`;
  const free = env.RATE_LIMITS === "off" ? sql`true` : sql`${today} < ${quota}`;
  const source = db
    .select(Object.fromEntries(columns))
    .from(users)
    .where(and(eq(users.id, row.userId), free));
  const inserted = await db
    .insert(images)
    // Drizzle can not tell that an object built from a table's columns has the table's columns.
    .select(source as never)
    .returning({ id: images.id });
  return inserted.length > 0;
}

/** Removes pictures that nothing has used for a day. */
export async function sweepImages(now = Date.now()): Promise<void> {
  const ofEvent = db.select({ one: sql`1` }).from(events).where(eq(events.imageId, images.id));
  const swept = await db
    .delete(images)
    .where(
      and(
        lt(images.createdAt, now - day),
        notExists(ofEvent),
        sql`${images.file} not in (select avatar_file from ${users} where avatar_file is not null)`,
      ),
    )
    .returning({ file: images.file });
  for (const { file } of swept) await drop(file);
}
