import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded before the server by `--import`: simulates a full disk when a key is written.

const { writeFileSync } = fs;
fs.writeFileSync = ((path, data, options) => {
  const isKey = /(session-secret|push-key)[^/]*$/.test(String(path));
  writeFileSync(path, isKey ? "" : data, options);
  if (isKey) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
}) as typeof writeFileSync;
syncBuiltinESMExports();
