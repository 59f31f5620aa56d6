import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { RateLimit } from "../limits/rate-limit.server.ts";
import { TurnQueue } from "../limits/turn-queue.server.ts";
import { log } from "../process/log.server.ts";
import { programPath } from "../process/program.server.ts";
import type { Picture, RenderJob } from "./render-process.server.ts";

const processPath = programPath("render-process");
const timeoutMs = 20_000;
const maxMemoryBytes = 768 * 1024 * 1024;

export type RenderResult = Picture | "not-an-image" | "too-many-pixels" | "failed";

/** A member's id, or a guest's address. Tasks of different askers alternate. */
type Asker = number | string;

const queues = {
  foreground: new TurnQueue<Asker>({ concurrency: 1, maxPerMember: 20 }),
  background: new TurnQueue<Asker>({ concurrency: 1, maxPerMember: 100 }),
};
/** Per asker and hour, because a failure delays the others by up to 20 s. */
const failures = new RateLimit(3, 60 * 60);

/** Renders in a process with limits on time and memory (docs/decisions/0018). */
export async function renderImage(
  job: RenderJob,
  asker: Asker,
  priority: keyof typeof queues = "foreground",
): Promise<RenderResult> {
  const result = await queues[priority].run(asker, async () => {
    if (failures.describe(String(asker)).left <= 0) return null;
    const rendered = await spawnRenderer(job);
    if (rendered === "failed") failures.consume(String(asker));
    return rendered;
  });
  return result ?? "failed";
}

function spawnRenderer(job: RenderJob): Promise<RenderResult> {
  const flags = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [...flags, processPath, JSON.stringify(job)],
      { timeout: timeoutMs, killSignal: "SIGKILL", env: { PATH: process.env.PATH }, maxBuffer: 64 * 1024 },
      (error, stdout, stderr) => {
        clearInterval(memoryTimer);
        process.off("exit", kill);
        if (error === null) return settle(JSON.parse(stdout) as Picture);
        if (error.code === 2) return settle("not-an-image");
        if (error.code === 3) return settle("too-many-pixels");
        log.warn(
          { kind: job.kind, code: error.code ?? error.signal, reason: stderr.trim().slice(-200) },
          "rendering an image failed",
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
    const memoryTimer = setInterval(async () => {
      if ((await residentMemoryBytes(child.pid)) > maxMemoryBytes) kill();
    }, 50);
  });
}

async function residentMemoryBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * 4096;
}
