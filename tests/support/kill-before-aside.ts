import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

// Loaded before `npm run move` by `--import`: the process dies when it is about to put the old place aside, with the new
// place complete.

const { mkdir } = fs;
fs.mkdir = ((path, options) => {
  if (String(path).endsWith("before-move")) process.kill(process.pid, "SIGKILL");
  return mkdir(path, options);
}) as typeof mkdir;
syncBuiltinESMExports();
