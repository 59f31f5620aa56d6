import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

export interface Version {
  version: string;
  commit: string;
}

/** Describes a build. Written last, so that a build without it is incomplete. */
export interface Build extends Version {
  /** SHA-256 of the build's package-lock.json, in hex. */
  lock: string;
  /** The manifest of its built pages. */
  manifest: string;
}

export const buildFile = "build/server/build.json";

let known: Version | undefined;

/** The version of this process. Read once, because an upgrade replaces the files while it runs. */
export function readVersion(): Version {
  if (known) return known;
  const { version, commit } = (process.env.IS_BUILD && readBuild()) || readTreeVersion();
  known = { version, commit };
  return known;
}

/** Returns null without a complete build. */
export function readBuild(): Build | null {
  if (!existsSync(buildFile)) return null;
  const build: Build = JSON.parse(readFileSync(buildFile, "utf8"));
  return { ...build, commit: givenCommit() || build.commit };
}

/** A container has no repository, so its build passes the commit. */
const givenCommit = () => process.env.COMMIT?.slice(0, 12);

export const readTreeVersion = (): Version => ({
  version: JSON.parse(readFileSync("package.json", "utf8")).version,
  commit: givenCommit() || findCommit(),
});

function findCommit(): string {
  try {
    // Git refuses a checkout that belongs to another user, such as root's for the server's user.
    const args = ["-c", "safe.directory=*", "rev-parse", "HEAD"];
    const said = execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return said.trim().slice(0, 12);
  } catch {
    return "unknown";
  }
}

export const hashFile = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex");
