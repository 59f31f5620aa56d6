import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const compressibleTypes =
  /^(text\/|application\/(json|problem\+json|xml|atom\+xml|manifest\+json)|image\/svg)/;
export const minBytesToCompress = 512;

/** The ends of the names of built files that are compressed. */
export const encodingEndings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** @param offered available encodings, best first */
export function pickEncoding(
  acceptEncoding: string | string[] | undefined,
  offered: readonly Encoding[] = ["br", "gzip"],
): Encoding | null {
  const accepted = String(acceptEncoding ?? "");
  const accepts = (name: string) => {
    const entry = accepted.split(",").find((part) => part.trim().split(";", 1)[0] === name);
    return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry);
  };
  return offered.find(accepts) ?? null;
}

export const isCompressible = (headers: Headers, size: number): boolean =>
  size >= minBytesToCompress &&
  compressibleTypes.test(headers.get("Content-Type") ?? "") &&
  !headers.has("Content-Encoding");

/** Compressing this much takes half a millisecond, less than handing it to another thread. */
const maxBytesAtOnce = 65_536;

/** Compresses on the event loop if that is faster than a thread. @param effort `cached` for a body sent many times */
export async function compress(body: Buffer, encoding: Encoding, effort: "once" | "cached"): Promise<Buffer> {
  const isAtOnce = effort === "once" && body.length <= maxBytesAtOnce;
  if (encoding === "gzip") {
    const options = { level: effort === "cached" ? 9 : 6 };
    return isAtOnce ? gzipSync(body, options) : compressGzip(body, options);
  }
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === "cached" ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // The default window of 4 MB costs more than half the throughput.
      [constants.BROTLI_PARAM_LGWIN]: effort === "cached" ? constants.BROTLI_DEFAULT_WINDOW : 16,
    },
  };
  return isAtOnce ? brotliCompressSync(body, options) : compressBrotli(body, options);
}
