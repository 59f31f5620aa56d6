import type { IncomingMessage } from "node:http";
import type { BodyRules } from "#app/ui/page-handle.ts";
import { isMultipart } from "./media-type.server.ts";
import { HttpError } from "./problem.server.ts";

const defaultMaxBytes = 65_536;
const timeoutMs = 30_000;

export const isFileUpload = (req: IncomingMessage, { hasFile = false }: BodyRules): boolean =>
  hasFile && isMultipart(req.headers["content-type"]);

/** @throws HttpError 413 above the limit, 408 when the body does not arrive in time, 400 when its connection breaks */
export function readBody(req: IncomingMessage, { maxBytes = defaultMaxBytes }: BodyRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers["content-length"] ?? 0) > maxBytes) return reject(new HttpError(413));
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => settle(new HttpError(408)), timeoutMs);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) settle(new HttpError(413));
      else chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onBreak = () => settle(new HttpError(400));
    const settle = (error?: HttpError) => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("error", onBreak).off("close", onBreak);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    req.on("data", onData).on("end", onEnd).on("error", onBreak).on("close", onBreak);
  });
}

/** Drops every property `length`, because Zod reads it even from `{"length": {"toString": 1}}` in place of a string. */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (name === "length" ? undefined : value));

const maxDrainBytes = 64 * 1024 * 1024;
const drainTimeoutMs = 10_000;

/** Reads the remaining body so that the client gets our response, not a reset. Returns false if too much is left: close. */
export function drainBody(req: IncomingMessage): boolean {
  if (req.destroyed || Number(req.headers["content-length"] ?? 0) > maxDrainBytes) return false;
  let left = maxDrainBytes;
  const cut = () => req.socket.destroy();
  const timer = setTimeout(cut, drainTimeoutMs);
  req.removeAllListeners("data");
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  req.once("close", () => clearTimeout(timer));
  req.once("end", () => clearTimeout(timer));
  req.resume();
  return true;
}
