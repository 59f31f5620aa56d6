import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

// Loaded before `npm run move` by `--import`: kills the process just before it moves the old store aside, when the new
// store is complete.

const { mkdir } = fs;
fs.mkdir = ((path, options) => {
  if (String(path).endsWith("before-move")) process.kill(process.pid, "SIGKILL");
  return mkdir(path, options);
}) as typeof mkdir;
syncBuiltinESMExports();
