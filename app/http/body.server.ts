import type { IncomingMessage } from "node:http";

/** The most that anything but a file may weigh. */
export const maxBodyBytes = 1_048_576;
/** How long anything but a file may take to arrive. */
const timeoutMs = 30_000;

/** The addresses that take files. Their routes read the body themselves, as a stream and with limits of their own. */
const fileUploadPaths = [
  /^\/api\/(resources|uploads|users\/avatar)$/,
  /^\/(resources\/upload|profile|events\/new|events\/\d+\/edit)(\.data)?$/,
];

/** Why a body was not read. */
export class BodyRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`body refused: ${status}`);
    this.status = status;
  }
}

/** Whether a request carries a file for a route that takes them. */
export function isFileUpload(req: IncomingMessage, pathname: string): boolean {
  const multipart = /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");
  return multipart && fileUploadPaths.some((pattern) => pattern.test(pathname));
}

/**
 * Reads a whole body of at most 1 MB before any route sees the request.
 * @throws BodyRefused 413 over the limit, 408 when it does not arrive in time, 400 when it breaks off
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers["content-length"] ?? 0) > maxBodyBytes) return reject(new BodyRefused(413));
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => done(new BodyRefused(408)), timeoutMs);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) done(new BodyRefused(413));
      else chunks.push(chunk);
    };
    const onEnd = () => done();
    const onCut = () => done(new BodyRefused(400));
    const done = (refusal?: BodyRefused) => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
      if (refusal) reject(refusal);
      else resolve(Buffer.concat(chunks));
    };
    req.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  });
}
