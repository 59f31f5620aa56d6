import { rmSync } from "node:fs";
import "./clock.ts";

// Loaded before a server that test files share, by `--import`.

// Vitest ends its workers at once, and the server and its store go with theirs.
process.once("disconnect", () => {
  rmSync(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});

const realNow = performance.now.bind(performance);
let aheadMs = 0;
/** Rate limits count by this clock alone. */
performance.now = () => realNow() + aheadMs;

const dayMs = 24 * 60 * 60 * 1000;
process.on("message", (message) => {
  if (message !== "end limits") return;
  aheadMs += dayMs;
  process.send?.("ended");
});
