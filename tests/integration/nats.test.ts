import { createCipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { connect } from "@nats-io/transport-node";
import { expect, test, vi } from "vitest";
import { NatsNodes } from "../../app/platform/cluster/nats.server.ts";
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
    const urls = [one, other].map((nats) => nats?.url.replace("nats:", "tls:")).join(",");
    const join = () => new NatsNodes(urls, "a secret of both nodes of this test");
    const nodes = [join(), join()] as const;
    const [asking, hearing] = nodes;
    const days: string[] = [];
    hearing.on("dayKey", ({ day }) => void days.push(day));
    const refusals: string[] = [];
    for (const node of nodes) node.on("unreachable", (reason) => void refusals.push(reason));
    const crosses = (day: string) =>
      waitUntil("what one tells the other", () => {
        asking.send("dayKey", { day, key: "", madeAt: 0 });
        return days.includes(day);
      });
    try {
      for (const node of nodes) await node.start();
      // Each node has tried both servers, whose certificate is not trusted yet.
      expect(refusals).toEqual(Array(4).fill(expect.stringContaining("certificate")));
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

test.skipIf(natsServer === null)(
  "a message arrives once, at its intended nodes, and never late (skipped without nats-server)",
  async () => {
    const nats = await startNats();
    const secret = "a secret of both nodes of this test";
    const join = () => new NatsNodes(nats.url, secret);
    const [telling, hearing, other, later] = [join(), join(), join(), join()];
    const listen = (nodes: NatsNodes) => {
      const heard: string[] = [];
      for (const kind of ["count", "closeMember", "frame"] as const)
        nodes.on(kind, () => void heard.push(kind));
      return heard;
    };
    const [heard, heardByOther, heardLater] = [listen(hearing), listen(other), listen(later)];
    const { username, password, host } = new URL(nats.url);
    const spy = await connect({ servers: host, user: username, pass: decodeURIComponent(password) });
    const recorded: { subject: string; data: Uint8Array }[] = [];
    spy.subscribe("quadrant.>", {
      callback: (_, { subject, data }) => void recorded.push({ subject, data }),
    });
    spy.subscribe("quadrant", { callback: (_, { subject, data }) => void recorded.push({ subject, data }) });
    await spy.flush();
    let repeated = 0;
    /** Sends everything again, and waits until the listeners have handled it: messages arrive in order. */
    const repeat = async (listeners: NatsNodes[], subject?: string) => {
      for (const message of [...recorded]) spy.publish(subject ?? message.subject, message.data);
      await spy.flush();
      const day = `repeated ${++repeated} times`;
      const handled = listeners.map(
        (nodes) => new Promise<void>((resolve) => nodes.on("dayKey", (key) => key.day === day && resolve())),
      );
      telling.send("dayKey", { day, key: "", madeAt: 0 });
      await Promise.all(handled);
    };
    try {
      for (const nodes of [telling, hearing, other]) await nodes.start();
      telling.send("count", { limit: "code-account", key: "1", amount: 1 });
      telling.send("count", { limit: "code-account", key: "1", amount: -1 });
      telling.send("closeMember", { userId: 1 });
      telling.send("frame", { room: "events", text: "{}" });
      telling.send("frame", { room: "user:1", text: "{}" }, hearing.id);
      const all = ["count", "count", "closeMember", "frame", "frame"];
      await expect.poll(() => heard).toEqual(all);
      expect(heardByOther).toEqual(all.slice(0, 4));
      await repeat([hearing, other]);
      await repeat([hearing, other], `quadrant.${other.id}`);
      await repeat([hearing, other], "quadrant");
      expect([heard, heardByOther]).toEqual([all, all.slice(0, 4)]);
      // One that starts later knows no sequence numbers, so the time decides.
      const { now } = Date;
      vi.spyOn(Date, "now").mockImplementation(() => now() + 31_000);
      await later.start();
      await repeat([later]);
      expect(heardLater).toEqual([]);
      vi.restoreAllMocks();
    } finally {
      vi.restoreAllMocks();
      await Promise.all([telling, hearing, other, later].map((nodes) => nodes.stop()));
      await spy.close();
      await nats.kill();
    }
  },
);

test.skipIf(natsServer === null)(
  "messages in another release's format are ignored and counted (skipped without nats-server)",
  async () => {
    const nats = await startNats();
    const secret = "a secret of both nodes of this test";
    const nodes = new NatsNodes(nats.url, secret);
    const { username, password, host } = new URL(nats.url);
    const other = await connect({ servers: host, user: username, pass: decodeURIComponent(password) });
    const key = Buffer.from(hkdfSync("sha256", secret, "", "nodes", 32));
    const tell = (text: string, isBound = true) => {
      const iv = randomBytes(12);
      const encryption = createCipheriv("aes-256-gcm", key, iv);
      if (isBound) encryption.setAAD(Buffer.from("quadrant"));
      const body = [encryption.update(text, "utf8"), encryption.final()];
      other.publish("quadrant", Buffer.concat([iv, ...body, encryption.getAuthTag()]));
    };
    const told: unknown[] = [];
    for (const kind of ["closeMember", "failed", "clocksDiffer"] as const)
      nodes.on(kind, (data: unknown) => void told.push(data));
    try {
      await nodes.start();
      const [node, now] = [randomUUID(), Date.now()];
      const data = { userId: 1 };
      const forms = [
        "null",
        "{}",
        "7",
        "no JSON",
        JSON.stringify([node, "closeMember", data]),
        JSON.stringify([node, "1", now, "closeMember", data]),
        JSON.stringify([node, 1, null, "closeMember", data]),
        JSON.stringify([node, 1, now, "failed", data]),
        JSON.stringify([node, 1, now, "error", data]),
        JSON.stringify([node, 1, now, "closeMember"]),
      ];
      for (const form of forms) tell(form);
      tell(JSON.stringify([node, 1, now, "closeMember", data]), false);
      other.publish("quadrant", "short");
      tell(JSON.stringify([node, 1, now, "closeMember", data]));
      await expect.poll(() => told).toEqual([data]);
      expect(nodes.unread).toBe(forms.length + 2);
    } finally {
      await nodes.stop();
      await other.close();
      await nats.kill();
    }
  },
);

test.skipIf(natsServer === null)(
  "each address has its own password and protocol, and a wrong one is reported (skipped without nats-server)",
  async () => {
    const nats = await startNats();
    const [gone = 0] = await findFreePorts(1);
    const wrong = nats.url.replace("a%20secret", "a%20guess");
    const nodes = new NatsNodes(
      `tls://other:pass@127.0.0.1:${gone},${wrong},${nats.url.replace("nats", "tls")},${nats.url}`,
      "secret",
    );
    const reasons: string[] = [];
    nodes.on("unreachable", (reason) => void reasons.push(reason));
    try {
      await nodes.start();
      expect(nodes.state).toBe("connected");
      expect(reasons.length).toBe(3);
      expect(reasons[1]).toMatch(/authorization/i);
      expect(reasons[2]).toMatch(/tls/i);
    } finally {
      await nodes.stop();
      await nats.kill();
    }
  },
);

test("NATS_URL requires an address and every setting that nodes share, and all missing ones are named at once", async () => {
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
