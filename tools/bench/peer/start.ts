import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export interface Peer {
  url: string;
  pid: number;
  /** Until its first response. */
  startSeconds: number;
  stop(): Promise<void>;
}

/** Builds the app in this folder and serves it with `react-router-serve`, the framework's default. */
export async function startPeer(): Promise<Peer> {
  execFileSync("react-router", ["build", "tools/bench/peer"], { stdio: ["ignore", "ignore", "inherit"] });
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn("react-router-serve", ["build/bench-peer/server/index.js"], {
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("react-router-serve did not start");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const startSeconds = (performance.now() - began) / 1_000;
  const stop = async () => {
    child.kill();
    await once(child, "exit");
  };
  return { url, pid: child.pid ?? 0, startSeconds, stop };
}
