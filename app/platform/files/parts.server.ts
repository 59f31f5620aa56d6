import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { HttpError } from "../http/problem.server.ts";
import { fileError, type ReceivedFile, type UploadOptions } from "./multipart.server.ts";
import { createPartPath, hasFreeSpace, uploadsDir, withFileLock } from "./storage.server.ts";

// Files that are sent in parts are collected in `<member>-<SHA-256 of the whole>.part`.

const maxUnfinished = 3;
const sumPattern = /^[0-9a-f]{64}$/;
export const partPattern = /^\d+-[0-9a-f]{64}\.part$/;

const nameOf = (memberId: number, sha256: string) => `${memberId}-${sha256}.part`;

export const isSum = (text: string | undefined): text is string => sumPattern.test(text ?? "");

export async function countArrived(memberId: number, sha256: string): Promise<number> {
  const found = await stat(join(uploadsDir, nameOf(memberId, sha256))).catch(() => null);
  return found?.size ?? 0;
}

/** Ignores bytes at any other offset. Returns how many have arrived. @throws HttpError 413, 429, 503 */
export function addBytes(
  memberId: number,
  sha256: string,
  at: number,
  bytes: Uint8Array,
  { maxBytes, texts }: UploadOptions,
): Promise<number> {
  const name = nameOf(memberId, sha256);
  return withFileLock(name, async () => {
    const arrived = await countArrived(memberId, sha256);
    if (at !== arrived || bytes.length === 0) return arrived;
    if (arrived + bytes.length > maxBytes) throw fileError(413, texts.tooLarge);
    const isNew = arrived === 0;
    if (isNew && (await countParts(memberId)) >= maxUnfinished)
      throw new HttpError(429, texts.tooManyAtOnce, { retryAfter: 10 });
    if (!(await hasFreeSpace(bytes.length))) throw new HttpError(503, texts.noRoom);
    await appendFile(join(uploadsDir, name), bytes, { mode: 0o600, flush: true });
    return arrived + bytes.length;
  });
}

async function countParts(memberId: number): Promise<number> {
  let count = 0;
  for await (const { name } of await opendir(uploadsDir))
    if (partPattern.test(name) && name.startsWith(`${memberId}-`)) count += 1;
  return count;
}

/** Turns a member's parts into a received file. @throws HttpError 400 if incomplete, 413 if too large; both delete the parts */
export function takeParts(
  memberId: number,
  { sha256 = "", fileName = "" }: Record<string, string>,
  { checkName, maxBytes, texts }: UploadOptions,
): Promise<ReceivedFile> {
  const wrongName = checkName?.(fileName);
  if (wrongName) throw wrongName;
  const name = nameOf(memberId, sha256);
  return withFileLock(name, async () => {
    const path = createPartPath();
    const hash = createHash("sha256");
    let size = 0;
    try {
      await rename(join(uploadsDir, name), path);
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        size += chunk.length;
        hash.update(chunk);
      }
    } catch {
      throw fileError(400, texts.interrupted);
    }
    const isWhole = hash.digest("hex") === sha256;
    if (isWhole && size <= maxBytes) return { path, name: fileName, size, sha256 };
    await rm(path, { force: true });
    throw isWhole ? fileError(413, texts.tooLarge) : fileError(400, texts.interrupted);
  });
}
