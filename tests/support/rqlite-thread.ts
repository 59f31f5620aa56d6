import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type MessagePort, workerData } from "node:worker_threads";
import { NatsNodes } from "../../app/platform/cluster/nats.server.ts";

// The thread of a `RqliteDatabase`.

const { url, natsUrl, secret, port, answered } = workerData as {
  url: string;
  natsUrl: string;
  secret: string;
  port: MessagePort;
  answered: Int32Array;
};
/** Servers receive an announced write within this time. */
const toldMs = 3;
const nodes = new NatsNodes(natsUrl, secret);
const connected = new Promise((resolve) => nodes.once("connected", () => resolve(null)));
await nodes.start();

port.on("message", async ({ path, statements }: { path: string; statements: unknown[][] }) => {
  let answer: string;
  try {
    const headers = { "Content-Type": "application/json" };
    answer = await (
      await fetch(url + path, { method: "POST", headers, body: JSON.stringify(statements) })
    ).text();
    if (!path.startsWith("/db/query")) {
      await connected;
      // A new id for each message, because nodes judge clocks from several, and this thread's clock is not the
      // server's.
      Object.assign(nodes, { id: randomUUID() });
      nodes.send("wrote", {});
      await wait(toldMs);
    }
  } catch (error) {
    answer = JSON.stringify({ error: String(error) });
  }
  port.postMessage(answer);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});
