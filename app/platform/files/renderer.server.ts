import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { RateLimit } from "../limits/rate-limit.server.ts";
import { TurnQueue } from "../limits/turn-queue.server.ts";
import { log } from "../process/log.server.ts";
import { programPath } from "../process/program.server.ts";
import type { Picture, RenderJob, TextJob } from "./render-process.server.ts";

const processPath = programPath("render-process");
const maxCpuMs = 20_000;
/** Twice the longest text, in which quotes and line breaks are escaped. */
const maxAnswerBytes = 512 * 1024;
/** Long, because a process with low priority waits for the processor on a busy machine. */
const timeoutMs = 180_000;
const maxMemoryBytes = 768 * 1024 * 1024;
const checkEveryMs = 50;

type Failure = "not-an-image" | "too-many-pixels" | "failed";
export type RenderResult = Picture | Failure;

/** A member's id, or a guest's address. Tasks of different askers alternate. */
type Asker = number | string;

const queues = {
  foreground: new TurnQueue<Asker>({ concurrency: 1, maxPerMember: 20 }),
  background: new TurnQueue<Asker>({ concurrency: 1, maxPerMember: 100 }),
};
/** Per asker and hour, because a failure can delay the others by 20 s of processor time. */
const failures = new RateLimit(3, 60 * 60);

/** Renders in a process with limits on processor time and memory (docs/decisions/0018). */
export async function renderImage(
  job: RenderJob,
  asker: Asker,
  priority: keyof typeof queues = "foreground",
): Promise<RenderResult> {
  const result = await queues[priority].run(asker, async () => {
    if (failures.describe(String(asker)).left <= 0) return null;
    const rendered = await spawnRenderer<Picture>(job);
    if (rendered === "failed") failures.consume(String(asker));
    return rendered;
  });
  return result ?? "failed";
}

/**
 * Extracts a PDF's text with the same limits, in the background. A failure never counts against the asker. Null if the
 * asker has too many tasks waiting.
 */
export const extractText = (source: string, asker: Asker): Promise<{ text: string } | Failure | null> =>
  queues.background.run(asker, () => spawnRenderer<{ text: string }>({ kind: "text", source }));

function spawnRenderer<Result>(job: RenderJob | TextJob): Promise<Result | Failure> {
  const flags = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [...flags, processPath, JSON.stringify(job)],
      {
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        env: { PATH: process.env.PATH },
        maxBuffer: maxAnswerBytes,
      },
      (error, stdout, stderr) => {
        clearInterval(limitTimer);
        process.off("exit", kill);
        if (error === null) return settle(JSON.parse(stdout) as Result);
        if (error.code === 2) return settle("not-an-image");
        if (error.code === 3) return settle("too-many-pixels");
        log.warn(
          { kind: job.kind, code: error.code ?? error.signal, reason: stderr.trim().slice(-200) },
          job.kind === "text" ? "reading a text failed" : "rendering an image failed",
        );
        settle("failed");
      },
    );
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    try {
      if (child.pid) setPriority(child.pid, 10);
    } catch {
      // It has already ended, or the system has no priorities.
    }
    const limitTimer = setInterval(async () => {
      const { cpuMs, memoryBytes } = await readUsage(child.pid);
      if (cpuMs > maxCpuMs || memoryBytes > maxMemoryBytes) kill();
    }, checkEveryMs);
  });
}

/** Zeros where the system has no `/proc`, and for a process that has ended. */
async function readUsage(pid: number | undefined): Promise<{ cpuMs: number; memoryBytes: number }> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets before these fields may contain spaces. Times are in hundredths of a second, memory in pages.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3] ?? 0);
  return { cpuMs: (field(14) + field(15)) * 10, memoryBytes: field(24) * 4096 };
}
