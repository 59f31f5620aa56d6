import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { engineSettings } from "./engines.ts";
import { within } from "./wait-until.ts";

/** `PATH` and the variables of `tools/date.c`, so that a test, its server and its commands have the same date. */
export const baseSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|LD_PRELOAD|DATE_SHIFT)$/.test(name)),
);

/** Waits until a process has ended. @returns its exit code and its signal */
export const exitOf = async (child: ChildProcess, printed?: () => string): Promise<unknown[]> =>
  child.exitCode !== null || child.signalCode !== null
    ? [child.exitCode, child.signalCode]
    : within("the process ends", once(child, "exit"), printed);

/**
 * Runs a built command on a store, which starts six times faster than its sources. A test that blocks until a command
 * ends would not see its connections close, and its next request would fail.
 */
export const runCommand = (
  name: string,
  storage: string,
  args: string[] = [],
  settings: Record<string, string> = {},
  cwd = ".",
): Promise<{ status: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const command = [`build/server/${name}.js`, ...args];
    const env = { ...baseSettings, STORAGE_DIR: storage, ...engineSettings(storage), ...settings };
    execFile("node", command, { env, cwd }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
