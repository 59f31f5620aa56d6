import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// The engine shows its collector only under this flag, and only to contexts made after it.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: { type: "minor" }) => void;

/** How many streamed bytes pass between two collections. */
const collectEveryBytes = 4 * 1024 * 1024;
let streamedBytes = 0;

/**
 * Called with every piece of an upload. The engine counts what a buffer holds outside of its heap only from 64 MB on,
 * so that a file's pieces, read once and dropped, would pile up to that. A minor collection takes about a millisecond:
 * docs/decisions/0017.
 */
export function countStreamedBytes(bytes: number): void {
  streamedBytes += bytes;
  if (streamedBytes < collectEveryBytes) return;
  streamedBytes = 0;
  collectGarbage({ type: "minor" });
}
