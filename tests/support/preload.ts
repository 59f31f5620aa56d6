// Loaded before every test server by `--import`.
import { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// Stops a server whose test process ends without stopping it, such as after Ctrl-C or with a worker whose files shared it.
process.once("disconnect", () => {
  const store = process.env.OWN_STORE;
  if (store) rmSync(store, { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});
process.channel?.unref();

// Pictures, texts and backups have low priority in production. On a busy machine tests would wait minutes for each.
os.setPriority = () => {};
syncBuiltinESMExports();
