import { rmSync } from "node:fs";
import "./clock.ts";

// Loaded before a server that test files share, by `--import`.

// Vitest ends its workers at once, and the server and its store go with theirs.
process.once("disconnect", () => {
  rmSync(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});
