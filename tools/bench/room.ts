import { join, type Member } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench, Report } from "./report.ts";
import {
  closeAll,
  measureDeliveries,
  openSockets,
  ratio,
  receiverCount,
  startBareServer,
  wait,
} from "./sockets.ts";

const path = "/api/anonymous-messages";

/** Both servers send the same bytes to each receiver. Ours also stores the line first. */
async function benchFanOut(server: TestServer, member: Member, report: Report): Promise<void> {
  const bare = await startBareServer();
  const line = {
    id: "1",
    content: "Does the mess open at seven?",
    guestId: "Guest 417",
    timestamp: new Date(0).toISOString(),
  };
  const frame = JSON.stringify({ event: "anonymous-message", data: line });
  const bareSockets = await openSockets(bare.url, receiverCount + 1);
  const [bareSender, ...bareReceivers] = bareSockets;
  const url = `${server.url.replace("http", "ws")}/realtime`;
  const sockets = await openSockets(url, receiverCount, { Authorization: `Bearer ${member.token}` });
  const join = JSON.stringify({ event: "join-room", data: { room: "anonymous-chat" } });
  for (const socket of sockets) socket.send(join);
  await wait(1_000);
  const [sender] = sockets;
  const say = JSON.stringify({ event: "anonymous-message", data: { content: line.content } });
  const measureOurs = () => measureDeliveries(sockets, () => sender?.send(say), "anonymous-message", 60);
  const measureBare = () =>
    measureDeliveries(bareReceivers, () => bareSender?.send(frame), "anonymous-message", 60);
  await measureBare();
  await measureOurs();
  const [a, b, c, d] = [await measureBare(), await measureOurs(), await measureBare(), await measureOurs()];
  const [bareRate, rate] = [(a.perSecond + c.perSecond) / 2, (b.perSecond + d.perSecond) / 2];
  report(
    `room: a line to ${receiverCount} sockets: ${Math.round(rate)} deliveries/s, p99 ${b.p99.toFixed(1)} ms; ` +
      `bare ws ${Math.round(bareRate)}/s, p99 ${a.p99.toFixed(1)} ms; ${ratio(rate, bareRate)} of bare (goal 0.8)`,
  );
  closeAll([...sockets, ...bareSockets]);
  bare.child.kill();
}

/** The median time of reading the newest lines and of writing one, in milliseconds. */
async function measureMedians(member: Member, rounds = 40): Promise<[read: number, write: number]> {
  const times: [number[], number[]] = [[], []];
  for (let n = -5; n < rounds; n++) {
    for (const [index, send] of [
      () => member.get(path),
      () => member.call("POST", path, { content: `Round ${n}` }),
    ].entries()) {
      const startedAt = performance.now();
      const { status } = await send();
      if (status >= 300) throw new Error(`${path}: ${status}`);
      if (n >= 0) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map((list) => list.toSorted((x, y) => x - y)[Math.floor(list.length / 2)] ?? 0) as [
    number,
    number,
  ];
}

async function benchLines(report: Report): Promise<void> {
  const rooms: Member[] = [];
  const servers: TestServer[] = [];
  for (const count of [100, 100_000]) {
    const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
    const database = server.database();
    const day = new Date().toISOString().slice(0, 10);
    const insert = database.prepare(
      "insert into room_lines (day, author, guest_id, content, sent_at) values (?, randomblob(32), 'Guest 1', ?, ?)",
    );
    database.transaction(() => {
      for (let n = 0; n < count; n++) insert.run(day, `Line number ${n % 100}`, n);
    })();
    servers.push(server);
    rooms.push(await join(server, "asha"));
  }
  const [few, many] = rooms as [Member, Member];
  const figures: number[][] = [];
  // Alternates, so that the machine's load affects both.
  for (let n = 0; n < 4; n++) figures.push([...(await measureMedians(few)), ...(await measureMedians(many))]);
  const median = (column: number) =>
    figures.map((row) => row[column] ?? 0).toSorted((x, y) => x - y)[Math.floor(figures.length / 2)] ?? 0;
  report(
    `room: reading and writing with 100,000 lines: ${median(2).toFixed(2)} and ${median(3).toFixed(2)} ms; ` +
      `${ratio(median(2), median(0))} and ${ratio(median(3), median(1))} times those with 100 (goal 1.3)`,
  );
  for (const server of servers) await server.stop();
}

/** The anonymous room: a line to many sockets, and many lines compared with few. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  try {
    await benchFanOut(server, await join(server, "kabir"), report);
  } finally {
    await server.stop();
  }
  await benchLines(report);
};
