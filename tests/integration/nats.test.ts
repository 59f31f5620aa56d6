import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Nodes } from "../../app/nodes.server.ts";
import { natsServer, startNats } from "../support/nats.ts";
import { findFreePorts } from "../support/programs.ts";
import { startServer } from "../support/server.ts";
import { waitUntil } from "../support/wait-until.ts";

test.skipIf(natsServer === null)(
  "over TLS, and when one of two NATS servers dies, nodes hear each other (skipped without nats-server)",
  async () => {
    const file = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
    const routes = (await findFreePorts(2)).map((port) => `nats://127.0.0.1:${port}`);
    const encrypted = ["--tls", "--tlscert", file("cert.pem"), "--tlskey", file("key.pem")];
    const [one, other] = await Promise.all(
      [routes, routes.toReversed()].map(([own = "", next = ""]) =>
        startNats([...encrypted, "--cluster", own, "--routes", next]),
      ),
    );
    const nodes = [new Nodes(), new Nodes()] as const;
    const [asking, hearing] = nodes;
    const days: string[] = [];
    hearing.on("dayKey", ({ day }) => void days.push(day));
    const crosses = (day: string) =>
      waitUntil("what one tells the other", () => {
        asking.tell("dayKey", { day, key: "", madeAt: 0 });
        return days.includes(day);
      });
    const urls = [one, other].map((nats) => nats?.url.replace("nats:", "tls:")).join(",");
    try {
      for (const node of nodes) await node.start(urls, "a secret of both nodes of this test");
      await wait(500);
      // Nobody vouches for the certificate yet.
      expect(nodes.map(({ state }) => state)).toEqual(["disconnected", "disconnected"]);
      setDefaultCACertificates([readFileSync(file("cert.pem"), "utf8")]);
      await crosses("before");
      await one?.kill();
      await crosses("after");
      await one?.start();
      await other?.kill();
      await crosses("at the end");
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([one?.kill(), other?.kill()]);
    }
  },
);

test("NATS_URL needs what the nodes share, all named at once, and an address", async () => {
  const refusal = (settings: Record<string, string>) =>
    startServer(settings).then(
      async (started) => void (await started.stop()),
      ({ message }: Error) => message,
    );
  const alone = await refusal({ NATS_URL: "nats://127.0.0.1:4222" });
  const why = "must be set when NATS_URL is: all nodes share it";
  expect(alone).toContain(
    `Environment: DATABASE_URL ${why}; FILES_URL ${why}; SESSION_SECRET ${why}; AWS_ACCESS_KEY_ID must be set when FILES_URL is; AWS_SECRET_ACCESS_KEY`,
  );
  expect(
    await refusal({ NATS_URL: "nats://127.0.0.1:4222", DATABASE_URL: "file:community.sqlite" }),
  ).toContain(`DATABASE_URL must be an address such as rqlite://user:secret@host:4001; FILES_URL ${why}`);
  const shared = { DATABASE_URL: "rqlite://127.0.0.1:9", SESSION_SECRET: "a".repeat(32) };
  expect(await refusal({ ...shared, NATS_URL: "http://127.0.0.1" })).toContain(
    "NATS_URL must be addresses such as nats://",
  );
});
