import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "./server.ts";

// Runs in a separate mount namespace, so its mounts end with the process, even if the test fails.
const inNamespace = (mount: string, folder: string, ...command: string[]) => [
  "unshare",
  process.getuid?.() === 0 ? "-m" : "-rm",
  "sh",
  "-c",
  `${mount} && exec "$@"`,
  folder,
  ...command,
];
const tmpfs = (megabytes: number) => `mount -t tmpfs -o size=${megabytes}m tmpfs "$0"`;

/** @returns whether we may mount, which containers and hardened systems forbid */
export const canMount = (): boolean => {
  const [command = "", ...args] = inNamespace(tmpfs(1), "/mnt", "true");
  return spawnSync(command, args).status === 0;
};

/** @returns the command that starts a server with its store on a small separate disk */
export const onSmallDisk = (folder: string, megabytes: number): string[] =>
  inNamespace(tmpfs(megabytes), folder);

/** @returns the command that starts a server with its store mounted read-only */
export const onReadOnlyDisk = (folder: string): string[] =>
  inNamespace('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"', folder);

/** Makes a running server's disk fail, and restores it. */
export interface Disk {
  take(): void;
  giveBack(): void;
}

/** Fills a server's small disk to its last byte, so that writes fail with ENOSPC. */
export function fillDisk(server: TestServer): Disk {
  const filler = join(`/proc/${server.process.pid}/root`, server.storage, "filler");
  return {
    take() {
      const file = openSync(filler, "a", 0o600);
      for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 4)) {
        const chunk = Buffer.alloc(bytes);
        try {
          for (;;) if (writeSync(file, chunk) < bytes) break;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
      closeSync(file);
      if (statfsSync(filler).bavail > 0) throw new Error("the disk did not become full");
    },
    giveBack: () => rmSync(filler),
  };
}

/**
 * Limits a server's file size, so that writes fail with EFBIG: like EROFS and EDQUOT, an error other than ENOSPC. Needs
 * no privileges on Linux.
 */
export function forbidWriting(server: TestServer): Disk {
  const limit = (bytes: string) => {
    const pid = String(server.process.pid);
    const { status, stderr } = spawnSync("prlimit", ["--pid", pid, `--fsize=${bytes}:`], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`prlimit: ${stderr}`);
  };
  return { take: () => limit("0"), giveBack: () => limit("unlimited") };
}
