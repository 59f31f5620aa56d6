import { spawn } from "node:child_process";
import type { Viewer } from "../auth/session.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { TaskQueue } from "../http/task-queue.server.ts";
import { log, logSecurityEvent } from "../log.server.ts";
import { resourceTexts } from "../schemas/resource-rules.ts";

/** Waiting and scanning together: the server closes a connection on which nothing moves for a minute. */
const timeoutMs = 45_000;
const maxReasonLength = 500;
/** Holds as many as may be uploaded at once. All have the same time limit, so those ahead end before one's own does. */
const queue = new TaskQueue({ concurrency: 2, maxQueued: 100 });

/**
 * Lets a file pass only if `SCAN_COMMAND` finds it clean. It is asked before anything of ours opens the file.
 * @throws HttpError 422 when the command finds something, 503 when it fails
 */
export async function requireCleanFile(
  { path, sha256 }: { path: string; sha256: string },
  viewer: Viewer,
  signal: AbortSignal,
): Promise<void> {
  const result = await scanFile(path, signal);
  if (result === "clean") return;
  if (result === "failed") throw new HttpError(503, resourceTexts.unscanned, { retryAfter: 60 });
  // The hash tells an administrator what it was; the file's name may be about a person.
  logSecurityEvent("upload-refused", { memberId: viewer.id, sha256 });
  throw HttpError.forFields({ file: [resourceTexts.infected] });
}

/** `failed` says nothing about the file: the command is missing, crashed or took too long. */
export type ScanResult = "clean" | "found" | "failed";

/**
 * Asks `SCAN_COMMAND` about a file. Like clamdscan, it exits with 0 for a clean file and with 1 for a bad one.
 * Without the setting every file is clean.
 * @param path one that we chose: the command gets it as its last argument, and no shell reads it
 */
export async function scanFile(path: string, signal?: AbortSignal): Promise<ScanResult> {
  const [command, ...args] = env.SCAN_COMMAND ?? [];
  if (command === undefined) return "clean";
  const deadline = AbortSignal.timeout(timeoutMs);
  const { code, reason } = await queue.run(() =>
    runCommand(command, [...args, path], signal ? AbortSignal.any([signal, deadline]) : deadline),
  );
  if (code === 0) return "clean";
  if (code === 1) return "found";
  if (!signal?.aborted) log.error({ code, reason }, "SCAN_COMMAND could not check a file");
  return "failed";
}

interface Outcome {
  /** The exit code; null when it has none. */
  code: number | null;
  /** Why there is none, or the end of what the command wrote to standard error. */
  reason: string;
}

function runCommand(command: string, args: string[], signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve({ code: null, reason: "its time ran out before its turn" });
  return new Promise((settle) => {
    let reason = "";
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      // The command gets none of our settings, which include secrets.
      env: { PATH: process.env.PATH },
      // A group of its own, so that what a script started ends with it.
      detached: true,
    });
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has already ended.
      }
    };
    const end = (code: number | null, why: string) => {
      signal.removeEventListener("abort", stop);
      process.off("exit", kill);
      kill();
      settle({ code, reason: why });
    };
    const stop = () => end(null, "it took too long");
    signal.addEventListener("abort", stop);
    process.once("exit", kill);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      reason = (reason + text).slice(-maxReasonLength);
    });
    child.once("error", (error) => end(null, error.message));
    child.once("exit", (code, killedBy) => end(code, killedBy ? `it was ended by ${killedBy}` : reason));
  });
}
