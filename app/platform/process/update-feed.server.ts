import { env } from "../env.server.ts";
import { readVersion } from "./version.server.ts";

const timeoutMs = 10_000;
const maxBytes = 1_048_576;

let newest: string | null = null;

/** @returns the newest release that `UPDATE_FEED` names, or null if none is newer than this process */
export const findNewerVersion = (): string | null => newest;

/** Reads `UPDATE_FEED`. If it cannot be read, the known version stays. @throws Error */
export async function readUpdateFeed(): Promise<void> {
  if (env.UPDATE_FEED) newest = newestIn(await fetchText(env.UPDATE_FEED), readVersion().version);
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok || !response.body) throw new Error(`UPDATE_FEED answers ${response.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > maxBytes) throw new Error("UPDATE_FEED is larger than 1 MB");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/**
 * @param feed an Atom feed whose entries have tags such as v1.2.0 at the end of their ids, as those of GitHub and Forgejo
 * @param current the version that runs
 * @returns the highest version above `current`, without pre-releases, or null
 */
function newestIn(feed: string, current: string): string | null {
  const tags = [...feed.matchAll(/<id>[^<]*\/v?(\d{1,6}\.\d{1,6}\.\d{1,6})<\/id>/g)].map(
    ([, tag = ""]) => tag,
  );
  const newest = [current, ...tags].sort(compareVersions).at(-1);
  return newest === current ? null : (newest ?? null);
}

function compareVersions(a: string, b: string): number {
  const numbersOfB = b.split(".").map(Number);
  const differences = a.split(".").map((part, position) => Number(part) - (numbersOfB[position] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
