import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded before the server by `--import`: reports a disk with one free block.

const { statfsSync } = fs;
fs.statfsSync = ((path: fs.PathLike) => ({ ...statfsSync(path), bavail: 1 })) as typeof statfsSync;
syncBuiltinESMExports();
