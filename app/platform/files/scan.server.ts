import { spawn } from "node:child_process";
import type { Viewer } from "../auth/sessions.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { TaskQueue } from "../limits/task-queue.server.ts";
import { log, logSecurityEvent } from "../process/log.server.ts";
import { fileTexts } from "./rules.ts";

/** Shorter than a minute, after which the server closes an idle connection. */
const timeoutMs = 45_000;
const maxReasonLength = 500;
/** As long as the limit on uploads. Waiting counts towards the time limit, and scans run in order. */
const queue = new TaskQueue({ concurrency: 2, maxQueued: 100 });

/** Runs before any of our code opens the file. @throws HttpError 422 if the command finds something, 503 if it fails */
export async function requireCleanFile(
  { path, sha256 }: { path: string; sha256: string },
  viewer: Viewer,
  signal: AbortSignal,
): Promise<void> {
  const result = await scanFile(path, signal);
  if (result === "clean") return;
  if (result === "failed") throw new HttpError(503, fileTexts.unscanned, { retryAfter: 60 });
  logSecurityEvent("upload-refused", { memberId: viewer.id, sha256 });
  throw HttpError.forFields({ file: [fileTexts.infected] });
}

export type ScanResult = "clean" | "found" | "failed";

/** The command exits like clamdscan: 0 for a clean file, 1 for an infected one. */
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
  code: number | null;
  reason: string;
}

function runCommand(command: string, args: string[], signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return Promise.resolve({ code: null, reason: "its time ran out before its turn" });
  return new Promise((settle) => {
    let reason = "";
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env.PATH },
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
