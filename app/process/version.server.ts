import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Version {
  version: string;
  commit: string;
}

let known: Version | undefined;

/** The version that this process runs. Read once: the files may be of another one later. */
export function readVersion(): Version {
  known ??= { version: JSON.parse(readFileSync("package.json", "utf8")).version, commit: readCommit() };
  return known;
}

// Git itself refuses a checkout of another user, as root's is to the server's.
function readCommit(): string {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 12);
  try {
    const head = readFileSync(".git/HEAD", "utf8").trim();
    const ref = /^ref: (.+)$/.exec(head)?.[1];
    return (ref === undefined ? head : readRef(ref)).slice(0, 12);
  } catch {
    return "unknown";
  }
}

function readRef(ref: string): string {
  const loose = join(".git", ref);
  if (existsSync(loose)) return readFileSync(loose, "utf8").trim();
  const line = readFileSync(".git/packed-refs", "utf8")
    .split("\n")
    .find((each) => each.endsWith(` ${ref}`));
  return line?.split(" ")[0] ?? "unknown";
}
