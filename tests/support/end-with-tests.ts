import { rmSync } from "node:fs";

// Loaded before every test server by `--import`: stops a server whose test process ends without stopping it, such as after
// Ctrl-C or with a worker whose files shared it.

process.once("disconnect", () => {
  const store = process.env.OWN_STORE;
  if (store) rmSync(store, { recursive: true, force: true });
  process.kill(process.pid, "SIGKILL");
});
process.channel?.unref();
