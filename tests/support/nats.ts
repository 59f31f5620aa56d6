import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { findFreePorts, findProgram } from "./programs.ts";
import { waitUntil } from "./wait-until.ts";

/** Path of `nats-server`, from `NATS_SERVER` or the `PATH`. Null if not found. */
export const natsServer = findProgram("NATS_SERVER", "nats-server");

export interface Nats {
  /** The value for `NATS_URL`. */
  url: string;
  start(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
}

/**
 * Starts a NATS server on a free port of this machine, behind a password.
 * @param more its further options
 */
export async function startNats(more: string[] = []): Promise<Nats> {
  const [port = 0] = await findFreePorts(1);
  const own = ["-a", "127.0.0.1", "-p", String(port), "--user", "quadrant", "--pass", "a secret"];
  const options = [...own, ...more];
  let child: ChildProcess | undefined;
  const nats: Nats = {
    url: `nats://quadrant:a%20secret@127.0.0.1:${port}`,
    async start() {
      child = spawn(natsServer ?? "", options, { stdio: "ignore" });
      await waitUntil("a NATS server", () => answers(port));
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
  await nats.start();
  return nats;
}

const answers = (port: number) =>
  new Promise<boolean>((settle) => {
    const socket = connect(port, "127.0.0.1", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("close", () => settle(false));
    socket.once("data", () => socket.destroy());
  });
