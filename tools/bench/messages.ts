import type WebSocket from "ws";
import { join, type Member } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench, Report } from "./report.ts";
import {
  closeAll,
  measureDeliveries,
  memoryKb,
  openSockets,
  ratio,
  receiverCount,
  startBareServer,
  wait,
} from "./sockets.ts";

/** Both servers send the same bytes of a typing frame to each receiver. */
async function benchBroadcast(
  server: TestServer,
  [asha, rohan]: [Member, Member],
  report: Report,
): Promise<void> {
  const bare = await startBareServer();
  const frame = JSON.stringify({
    event: "user_typing",
    data: { senderId: asha.id, name: asha.name, isAnonymous: false },
  });
  const bareSockets = await openSockets(bare.url, receiverCount + 1);
  const [bareSender, ...bareReceivers] = bareSockets;
  const url = `${server.url.replace("http", "ws")}/realtime`;
  const sockets = await openSockets(url, receiverCount, { Authorization: `Bearer ${rohan.token}` });
  for (const socket of sockets) socket.send(JSON.stringify({ event: "join", data: { userId: rohan.id } }));
  const [sender] = await openSockets(url, 1, { Authorization: `Bearer ${asha.token}` });
  await wait(500);

  const typing = JSON.stringify({ event: "typing", data: { senderId: asha.id, receiverId: rohan.id } });
  const measureOurs = () => measureDeliveries(sockets, () => sender?.send(typing), "user_typing", 60);
  const measureBare = () =>
    measureDeliveries(bareReceivers, () => bareSender?.send(frame), "user_typing", 60);
  await measureBare();
  await measureOurs();
  const [a, b, c, d] = [await measureBare(), await measureOurs(), await measureBare(), await measureOurs()];
  const [bareRate, rate] = [(a.perSecond + c.perSecond) / 2, (b.perSecond + d.perSecond) / 2];
  report(
    `messages: 1 sender to ${receiverCount} sockets: ${Math.round(rate)} deliveries/s, p99 ${b.p99.toFixed(1)} ms; ` +
      `bare ws ${Math.round(bareRate)}/s, p99 ${a.p99.toFixed(1)} ms; ${ratio(rate, bareRate)} of bare (goal 0.8)`,
  );
  closeAll([...sockets, ...bareSockets, ...(sender ? [sender] : [])]);
  bare.child.kill();
}

async function benchMemory(report: Report): Promise<void> {
  const count = 3_000;
  const growth = async (pid: number, url: string, headers: Record<string, string>) => {
    // The first sockets load code, which would count as their memory.
    const first = await openSockets(url, 200, headers);
    await wait(1_000);
    const before = memoryKb(pid);
    const sockets = await openSockets(url, count, headers);
    await wait(2_000);
    const after = memoryKb(pid);
    closeAll([...first, ...sockets]);
    return (after - before) / count;
  };
  const bare = await startBareServer();
  const theirs = await growth(bare.child.pid ?? 0, bare.url, {});
  bare.child.kill();
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "kabir");
  const headers = { Authorization: `Bearer ${member.token}` };
  const ours = await growth(server.process.pid ?? 0, `${server.url.replace("http", "ws")}/realtime`, headers);
  report(
    `messages: memory per idle authenticated socket: ${ours.toFixed(1)} KB; bare ws ${theirs.toFixed(1)} KB; ` +
      `${(ours - theirs).toFixed(1)} KB above (goal at most 15)`,
  );
  await server.stop();
}

async function benchSends(server: TestServer, report: Report): Promise<void> {
  const pairs = 50;
  const url = `${server.url.replace("http", "ws")}/realtime`;
  const conversations = await Promise.all(
    Array.from({ length: pairs }, async (_, n) => {
      const [from, to] = [
        await join(server, "asha", `asha.bench${n}@college.example`),
        await join(server, "rohan", `rohan.bench${n}@college.example`),
      ];
      const [out] = await openSockets(url, 1, { Authorization: `Bearer ${from.token}` });
      const [back] = await openSockets(url, 1, { Authorization: `Bearer ${to.token}` });
      back?.send(JSON.stringify({ event: "join", data: { userId: to.id } }));
      return { from, to, out, back };
    }),
  );
  await wait(300);
  const end = performance.now() + 5_000;
  let total = 0;
  const times: number[] = [];
  await Promise.all(
    conversations.map(async ({ from, to, out, back }, pair) => {
      for (let n = 0; performance.now() < end; n++) {
        const startedAt = performance.now();
        const receive = (socket: WebSocket | undefined, event: string) =>
          new Promise<void>((resolve) => {
            const listener = (raw: Buffer) => {
              if (raw.indexOf(event) < 0) return;
              socket?.off("message", listener);
              resolve();
            };
            socket?.on("message", listener);
          });
        const both = Promise.all([receive(out, "message_saved"), receive(back, "receive_message")]);
        const data = { senderId: from.id, receiverId: to.id, content: `Line ${n}`, isAnonymous: false };
        out?.send(JSON.stringify({ event: "send_message", data: { ...data, tempId: `temp-${pair}-${n}` } }));
        await both;
        times.push(performance.now() - startedAt);
        total++;
      }
    }),
  );
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  report(
    `messages: durable sends by ${pairs} pairs at once: ${Math.round(total / 5)}/s stored, acknowledged and delivered; ` +
      `p99 ${p99.toFixed(0)} ms`,
  );
  closeAll(conversations.flatMap(({ out, back }) => [out, back].filter((socket) => socket !== undefined)));
}

/** Broadcasts and memory compared with bare `ws`, and durable sends. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  try {
    const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
    await benchBroadcast(server, [asha, rohan], report);
    await benchSends(server, report);
    await benchMemory(report);
  } finally {
    await server.stop();
  }
};
