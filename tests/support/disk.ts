import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "./server.ts";

// A process in a mount namespace of its own: what it mounts vanishes with it, whatever becomes of the test.
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

/** Whether this system lets us mount. Containers and hardened systems may not. */
export const canMount = (): boolean => {
  const [command = "", ...args] = inNamespace(tmpfs(1), "/mnt", "true");
  return spawnSync(command, args).status === 0;
};

/** The command that starts a server whose store is a small disk of its own. */
export const onSmallDisk = (folder: string, megabytes: number): string[] =>
  inNamespace(tmpfs(megabytes), folder);

/** The command that starts a server whose store is mounted read-only. */
export const onReadOnlyDisk = (folder: string): string[] =>
  inNamespace('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"', folder);

/** Ways to take the disk away from a running server, and to give it back. */
export interface Disk {
  take(): void;
  giveBack(): void;
}

/** Fills the small disk of a server to its last byte: ENOSPC. */
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
 * Forbids a server to write to any file, by its limit on their size: EFBIG, like EROFS and a quota's EDQUOT an error
 * other than ENOSPC. It needs no rights, so it works everywhere on Linux.
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
