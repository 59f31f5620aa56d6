import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

export interface Version {
  version: string;
  commit: string;
}

/** Describes a build. It is written last, so a build without it is incomplete. */
export interface Build extends Version {
  /** SHA-256 of the package-lock.json that it was made with, in hex. */
  lock: string;
  /** The manifest of the built pages that belong to it. */
  manifest: string;
}

export const buildFile = "build/server/build.json";

let known: Version | undefined;

/** The version that this process runs. Read once: the files may be of another one later. */
export function readVersion(): Version {
  if (known) return known;
  const { version, commit } = (process.env.IS_BUILD && readBuild()) || readTreeVersion();
  known = { version, commit };
  return known;
}

/** Null when there is none, or one that is not complete. */
export function readBuild(): Build | null {
  if (!existsSync(buildFile)) return null;
  const build: Build = JSON.parse(readFileSync(buildFile, "utf8"));
  return { ...build, commit: givenCommit() || build.commit };
}

/** A container has no repository: who makes it names the commit. */
const givenCommit = () => process.env.COMMIT?.slice(0, 12);

export const readTreeVersion = (): Version => ({
  version: JSON.parse(readFileSync("package.json", "utf8")).version,
  commit: givenCommit() || findCommit(),
});

function findCommit(): string {
  try {
    // Git alone refuses a checkout of another user, as root's is to the server's.
    const args = ["-c", "safe.directory=*", "rev-parse", "HEAD"];
    const said = execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return said.trim().slice(0, 12);
  } catch {
    return "unknown";
  }
}

export const hashFile = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex");
