import { rmSync } from "node:fs";
import "./clock.ts";

// Loaded by `--import` before a server that test files share.

// Vitest kills its workers, so the server ends and deletes its store when its worker is gone.
process.once("disconnect", () => {
  rmSync(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});
