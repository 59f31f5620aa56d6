import { rmSync } from "node:fs";

// Loaded before the server by `--import`: vitest ends its workers at once, and the server and its store go with theirs.

process.once("disconnect", () => {
  rmSync(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});
