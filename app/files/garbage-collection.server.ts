import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// V8 exposes its collector only under this flag, and only to contexts created afterwards.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: { type: "minor" }) => void;

const collectEveryBytes = 4 * 1024 * 1024;
let streamedBytes = 0;

/**
 * Counts an upload's bytes and collects short-lived buffers every 4 MB, in about a millisecond. V8 ignores memory
 * outside its heap below 64 MB, so the chunks of uploads would add up to that (docs/decisions/0017).
 */
export function countStreamedBytes(bytes: number): void {
  streamedBytes += bytes;
  if (streamedBytes < collectEveryBytes) return;
  streamedBytes = 0;
  collectGarbage({ type: "minor" });
}
