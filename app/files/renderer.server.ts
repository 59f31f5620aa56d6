import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { log } from "../log.server.ts";
import type { RenderJob } from "./render-process.server.ts";

/** The program that draws, beside this file in the source: it is started by its path, not built in. */
const processPath = resolve("app/files/render-process.server.ts");
/** How long one picture may take, in milliseconds, and how much memory, in bytes. */
const timeoutMs = 20_000;
const maxMemoryBytes = 768 * 1024 * 1024;

/** `failed` says nothing of the file: it took too long or too much, or too many wait. */
export type RenderResult = "drawn" | "no picture" | "too many pixels" | "failed";

/** Two lines: for what somebody waits for, and for what comes when it comes. */
const queues = {
  awaited: { waiting: 0, most: 20, last: Promise.resolve() as Promise<unknown> },
  later: { waiting: 0, most: 500, last: Promise.resolve() as Promise<unknown> },
};

/**
 * Draws a file as a WebP picture without its metadata, with low priority, in a process that is ended when it takes
 * more than 20 s or 768 MB. Of each line one is drawn at a time.
 */
export async function renderImage(picture: RenderJob, line: keyof typeof queues): Promise<RenderResult> {
  const queue = queues[line];
  if (queue.waiting >= queue.most) return "failed";
  queue.waiting += 1;
  const turn = queue.last.then(() => spawnRenderer(picture));
  queue.last = turn;
  try {
    return await turn;
  } finally {
    queue.waiting -= 1;
  }
}

function spawnRenderer({ kind, source, target, width, height, fit }: RenderJob): Promise<RenderResult> {
  const flags = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
  const work = [kind, source, target, String(width), String(height), fit];
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [...flags, processPath, ...work],
      // Nothing of our settings, secrets among them, is known there.
      { timeout: timeoutMs, killSignal: "SIGKILL", env: { PATH: process.env.PATH }, maxBuffer: 64 * 1024 },
      (error, _out, complaint) => {
        clearInterval(watch);
        process.off("exit", end);
        if (error === null) return settle("drawn");
        if (error.code === 2) return settle("no picture");
        if (error.code === 3) return settle("too many pixels");
        log.warn(
          { kind, code: error.code ?? error.signal, complaint: complaint.slice(-500) },
          "no picture drawn",
        );
        settle("failed");
      },
    );
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    try {
      if (child.pid) setPriority(child.pid, 10);
    } catch {
      // It has ended already, or the system has no priorities.
    }
    const watch = setInterval(async () => {
      if ((await residentMemoryBytes(child.pid)) > maxMemoryBytes) child.kill("SIGKILL");
    }, 50);
  });
}

/** What a process holds in memory, in bytes; 0 where the system does not tell (everything but Linux). */
async function residentMemoryBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * 4096;
}
