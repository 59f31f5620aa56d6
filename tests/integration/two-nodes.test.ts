import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cluster } from "#db/cluster/rqlite.ts";
import { NatsNodes } from "../../app/platform/cluster/nats.server.ts";
import { at, joinCluster } from "../support/cluster.ts";
import { announce, readEvent } from "../support/events.ts";
import { readHistory, sendTo } from "../support/messages.ts";
import { type Nats, natsServer, startNats } from "../support/nats.ts";
import { job, type Member, password, register } from "../support/people.ts";
import { say } from "../support/room.ts";
import { type RqliteCluster, rqlited, startRqlite } from "../support/rqlite.ts";
import { type S3, startS3 } from "../support/s3.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { type Detour, startDetour } from "../support/slow-proxy.ts";
import { type SmtpServer, startSmtp } from "../support/smtp.ts";
import { Socket } from "../support/socket.ts";
import { clock, setClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { idIn, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const isImpossible = rqlited === null || natsServer === null;

describe.skipIf(isImpossible)("two nodes, skipped without rqlited and nats-server (docs/cluster.md)", () => {
  let rqlite: RqliteCluster;
  let nats: Nats;
  let smtp: SmtpServer;
  let s3: S3;
  let detour: Detour;
  let cluster: Cluster;
  let first: TestServer;
  let second: TestServer;
  let asha: Member;
  let rohan: Member;
  const shared = (databaseUrl = rqlite.nodes[0]?.databaseUrl ?? "") => ({
    ...s3.settings,
    DATABASE_URL: databaseUrl,
    RQLITE_OLD: "yes",
    NATS_URL: nats.url,
    SESSION_SECRET: "a secret that both nodes of this test have",
    SMTP_URL: smtp.url,
  });
  const startNode = (databaseUrl?: string, aheadMs = 0) =>
    aheadMs === 0
      ? startServer(shared(databaseUrl))
      : startServer({ ...shared(databaseUrl), CLOCK: String(Date.now() + aheadMs) }, undefined, clock);

  beforeAll(async () => {
    [rqlite, nats, smtp, s3] = await Promise.all([startRqlite(1), startNats(), startSmtp(), startS3()]);
    detour = await startDetour(Number(new URL(rqlite.nodes[0]?.url ?? "").port));
    first = await startNode();
    second = await startNode(`rqlite://127.0.0.1:${detour.port}`);
    cluster = new Cluster(rqlite.nodes[0]?.databaseUrl ?? "");
    await areConnected(first, second);
    asha = await register(first.url, "asha");
    rohan = await register(second.url, "rohan");
  });
  afterAll(async () => {
    cluster?.close();
    await Promise.all([first?.stop(), second?.stop()]);
    detour?.stop();
    await Promise.all([rqlite?.stop(), nats?.kill(), smtp?.stop(), s3?.stop()]);
  });

  test("messages, event frames, typing and lines of the room reach sockets on the other node", async () => {
    const [here, there] = [await Socket.of(asha), await Socket.of(rohan)];
    there.send("join-room", { room: "anonymous-chat" });
    await there.settled();
    const typing = { senderId: asha.id, receiverId: rohan.id };
    await cross(there, "user_typing", () => here.send("typing", typing));
    await cross(there, "receive_message", (n) => sendTo(asha, rohan.id, `Is the lab open? ${n}`));
    await cross(here, "receive_message", (n) => sendTo(rohan, asha.id, `Until ten. ${n}`));
    const received = (await readHistory(rohan, asha.id)).filter(({ senderId }) => senderId === asha.id);
    await cross(here, "message_seen", (n) => rohan.call("PUT", `/api/messages/seen/${received[n]?.id}`));
    await cross(there, "event:new", (n) => announce(asha, { title: `Soldering ${n}` }));
    await cross(there, "anonymous-message", (n) => say(asha, `Who has an iron? ${n}`));
    await Promise.all([here.close(), there.close()]);
  });

  test("of 200 simultaneous registrations on both nodes for 25 seats, 25 succeed", async () => {
    const { id } = await announce(asha);
    const students = await joinCluster(cluster, first, 200);
    const answers = await Promise.all(
      students.map((student, index) =>
        at(index % 2 ? first : second, student).call("POST", `/api/events/${id}/register`),
      ),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(409)]).toEqual([25, 175]);
    for (const node of [first, second]) {
      const { registrations, registrationCount } = await readEvent(at(node, asha), id);
      expect([registrations.length, registrationCount]).toEqual([25, 25]);
    }
  });

  test("a message retried on the other node is stored and shown once", async () => {
    const socket = await Socket.of(rohan);
    const send = (node: TestServer, content: string, tempId: string) =>
      sendTo(at(node, asha), rohan.id, content, { tempId });
    const stored = [await send(first, "Once.", "once"), await send(second, "Once.", "once")];
    const [one, other] = stored.map(({ body }) => body.id);
    expect(one).toBe(other);
    await Promise.all([send(first, "Both at once.", "both"), send(second, "Both at once.", "both")]);
    const contents = (await readHistory(rohan, asha.id)).map(({ content }) => content);
    expect(contents.filter((content) => /once/i.test(content)).sort()).toEqual(["Both at once.", "Once."]);
    await socket.settled();
    expect(socket.received("receive_message").length).toBe(2);
    await socket.close();
  });

  test("files of a message retried on the other node are stored once and in order, and deleted on both", async () => {
    const [here, there] = [at(first, asha), at(second, asha)];
    const socket = await Socket.of(at(second, rohan));
    const upload = async (by: Member, name: string) => {
      const form = new FormData();
      form.append("file", new Blob([`This is ${name}`]), name);
      const headers = { "Idempotency-Key": name };
      return idIn(await by.call("POST", "/api/uploads?for=message", form, headers));
    };
    const names = ["one.txt", "two.txt", "three.txt", "four.txt"];
    const ids: string[] = [];
    for (const [index, name] of names.entries()) ids.push(await upload(index % 2 ? here : there, name));
    expect(await upload(here, "one.txt")).toBe(ids[0]);
    const send = (by: Member) => sendTo(by, rohan.id, "", { attachments: ids, tempId: "files" });
    const [sent, again] = await Promise.all([send(here), send(there)]);
    expect(again.body).toEqual(sent.body);
    const { id, attachments = [] } = sent.body;
    expect(attachments.map(({ name }) => name)).toEqual(names);
    expect((await socket.next("receive_message")).attachments).toEqual(attachments);
    await socket.settled();
    expect(socket.received("receive_message")).toEqual([]);
    for (const node of [first, second]) {
      const [last] = (await readHistory(at(node, rohan), asha.id)).slice(-1);
      expect(last).toEqual(sent.body);
      for (const [index, { url }] of attachments.entries())
        expect((await at(node, rohan).get(url)).text).toBe(`This is ${names[index]}`);
    }
    await there.call("PUT", `/api/messages/${id}/reaction`, { sign: "check" });
    expect((await socket.next("message_reacted")).id).toBe(id);
    await there.call("DELETE", `/api/messages/${id}`);
    expect((await socket.next("message_deleted")).id).toBe(id);
    for (const node of [first, second])
      for (const { url } of attachments) expect((await at(node, rohan).get(url)).status).toBe(404);
    await socket.close();
  });

  test("what members write on one node, they and guests can read on the other", async () => {
    const [guest, member] = [new Visitor(second.url), at(second, asha)];
    const includes = async (visitor: Visitor, title: string) =>
      (await visitor.get(visitor === guest ? "/jobs" : "/api/jobs")).text.includes(title);
    for (let n = 0; n < 8; n++) {
      const title = `Firmware intern ${n} of eight`;
      // Fills the other node's cache.
      await Promise.all([guest.get("/jobs"), member.get("/api/jobs")]);
      const { body } = await asha.call("POST", "/api/jobs", { ...job, title });
      const { id } = body;
      expect([n, (await member.get(`/api/jobs/${id}`)).status]).toEqual([n, 200]);
      await expect.poll(() => includes(member, title)).toBe(true);
      await expect.poll(() => includes(guest, title)).toBe(true);
      await asha.call("DELETE", `/api/jobs/${id}`);
      await expect.poll(() => includes(member, title)).toBe(false);
    }
  });

  test("a setting that changes on one node is in force on both, also in shared copies", async () => {
    const setAdmin = (isAdmin: 0 | 1) =>
      cluster.run([
        { sql: "update users set is_admin = ? where id = ?", params: [isAdmin, Number(asha.id)] },
      ]);
    await setAdmin(1);
    const guests = [new Visitor(first.url), new Visitor(second.url)];
    const browser = new Visitor(first.url);
    expect((await browser.post("/login", { email: asha.email, password })).status).toBe(303);
    for (const [index, siteName] of ["The Quad", "Sextant"].entries()) {
      const node = index ? second : first;
      for (const guest of guests) await guest.get("/jobs");
      const administrator = Object.assign(new Visitor(node.url), { cookies: browser.cookies });
      const saved = await administrator.post("/admin/settings", { siteName });
      expect(saved.status).toBe(303);
      for (const guest of guests)
        await expect.poll(async () => (await guest.get("/jobs")).text).toContain(`· ${siteName}</title>`);
    }
    await setAdmin(0);
  });

  test("a log-out on one node closes the session's socket on the other immediately", async () => {
    const other = await Socket.of(at(second, asha));
    await betweenChecks(async () => {
      const browser = new Visitor(first.url);
      await browser.post("/login", { email: asha.email, password });
      const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const socket = new Socket(second.url, { Cookie });
      await socket.next("ready");
      await browser.post("/logout", {});
      expect(await socket.closed).toBe(4401);
      expect((await new Visitor(second.url).get("/account", { Cookie })).status).toBe(303);
    });
    // The member's other session continues.
    await other.settled();
    await other.close();
  });

  test("a socket that opens while its session ends on the other node is closed immediately", async () => {
    await betweenChecks(async () => {
      const browser = new Visitor(first.url);
      await browser.post("/login", { email: asha.email, password });
      const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      // Delays the answer of the second node's database, which still found the session.
      detour.answerMs = 400;
      detour.heldBack = 0;
      const socket = new Socket(second.url, { Cookie });
      await waitUntil("the session is found", () => detour.heldBack > 0);
      await browser.post("/logout", {});
      detour.answerMs = 0;
      expect(await socket.closed).toBe(4401);
    });
  });

  test("of two simultaneous calls with one Idempotency-Key on both nodes, only one creates a row", async () => {
    const meera = await register(first.url, "meera");
    const post = (node: TestServer, key: string) =>
      at(node, meera).call("POST", "/api/jobs", { ...job, title: "Keeper of keys" }, withKey(key));
    for (const key of ["a", "b", "c", "d", "e"]) {
      const answers = await Promise.all([post(first, key), post(second, key)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const replayed = answers.filter(({ headers }) => headers.has("Idempotent-Replayed"));
      expect([replayed.length, answers[0].body]).toEqual([1, answers[1].body]);
      for (const { status, headers } of await Promise.all([post(first, key), post(second, key)]))
        expect([status, headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    }
    const [jobs] = await cluster.run([
      { sql: "select count(*) from jobs where title = 'Keeper of keys'", params: [] },
    ]);
    expect(jobs?.rows).toEqual([[5]]);
  });

  test("a file deleted on one node and shared again on the other is kept", async () => {
    const notes = { name: "notes.txt", bytes: Buffer.from("How a lathe works.") };
    const { body } = await share(at(first, asha), notes);
    const { id } = body.data;
    s3.deleteMs = 500;
    const deleted = asha.call("DELETE", `/api/resources/${id}`);
    await waitUntil("its row is gone", async () => (await rohan.get(`/api/resources/${id}`)).status === 404);
    const shared = await share(at(second, rohan), notes);
    expect([(await deleted).status, shared.status]).toEqual([200, 201]);
    s3.deleteMs = 0;
    const { fileUrl } = shared.body.data;
    expect((await new Visitor(first.url).get(fileUrl)).text).toBe(String(notes.bytes));
  });

  test("the bell does not count messages while a messages page is open on the other node", async () => {
    const browser = new Visitor(first.url);
    await browser.post("/login", { email: rohan.email, password });
    const bell = async () =>
      /aria-label="(\S+) unread message/.exec((await browser.get("/")).text)?.[1] ?? "silent";
    const page = await Socket.of(rohan, "?page=messages");
    await sendTo(asha, rohan.id, "Are you there?");
    expect(await bell()).toBe("silent");
    await page.close();
    await sendTo(asha, rohan.id, "Not any more?");
    await expect.poll(bell).toBe("1");
  });

  test("wrong passwords on both nodes count towards one limit", async () => {
    const login = async (node: TestServer, secret: string) =>
      (await new Visitor(node.url).call("POST", "/api/users/login", { email: rohan.email, password: secret }))
        .status;
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push(await login(n % 2 ? first : second, "a guess"));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect([await login(first, password), await login(second, password)]).toEqual([429, 429]);
  });

  test("the room has one key on all nodes, including one that joins later", async () => {
    await say(at(first, asha), "Does the lift work?");
    await say(at(second, asha), "It does again.");
    for (const node of [first, second]) {
      const { body } = await at(node, asha).get("/api/anonymous-messages");
      const [one, other] = body.slice(-2);
      expect([one?.own, other?.own, one?.guestId]).toEqual([true, true, other?.guestId]);
    }
    const third = await startNode();
    const keys = () =>
      [first, second, third].map(({ storage }) => readFileSync(join(storage, "room-key"), "utf8"));
    const [key] = keys();
    // The new node replaces the key that it generated at its start.
    await expect.poll(keys).toEqual([key, key, key]);
    await third.stop();
  });

  test("a NATS client without the secret can neither read frames nor end sessions", async () => {
    const socket = await Socket.of(rohan);
    const { username, password: secret, host } = new URL(nats.url);
    const spy = await connect({ servers: host, user: username, pass: decodeURIComponent(secret) });
    const heard: Buffer[] = [];
    spy.subscribe(">", { callback: (_, { data }) => void heard.push(Buffer.from(data)) });
    const stranger = new NatsNodes(nats.url, "a secret that nobody else has, made up here");
    await stranger.start();
    await waitUntil("a stranger", () => stranger.state === "connected");
    stranger.send("closeMember", { userId: Number(rohan.id) });
    spy.publish("quadrant", JSON.stringify([randomUUID(), "closeMember", { userId: Number(rohan.id) }]));
    await spy.flush();
    await sendTo(asha, rohan.id, "This is between us.");
    expect((await socket.next("receive_message")).content).toBe("This is between us.");
    await spy.flush();
    const text = Buffer.concat(heard).toString();
    expect([heard.length > 3, text.includes("between us"), text.includes("receive_message")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(first.logged() + second.logged()).toContain("another SESSION_SECRET or release");
    await Promise.all([stranger.stop(), spy.close(), socket.settled()]);
    await socket.close();
  });

  test("when a node dies while messages are sent, no acknowledged message is lost or delivered twice", async () => {
    const third = await startNode();
    await areConnected(third);
    const socket = await Socket.of(rohan);
    const acknowledged: string[] = [];
    let killed: Promise<void> | undefined;
    for (let n = 0; n < 200; n++) {
      const kill = () => {
        killed = third.kill();
      };
      if (n === 60) setImmediate(kill);
      const send = (node: TestServer) =>
        sendTo(at(node, asha), rohan.id, `line ${n}`, { tempId: `stream-${n}` }).catch(() => null);
      const answer = (!killed && (await send(third))) || (await send(second));
      if (answer && answer.status < 300) acknowledged.push(`line ${n}`);
    }
    await killed;
    expect(acknowledged.length).toBe(200);
    const [rows] = await cluster.run([
      { sql: "select content from messages where content like 'line %' order by id", params: [] },
    ]);
    expect((rows?.rows ?? []).map(([content]) => content)).toEqual(acknowledged);
    const shown = socket.received("receive_message").map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    await socket.close();
  });

  test("without NATS both nodes continue and report it, and pages reload what they missed when it returns", async () => {
    const kabir = await register(first.url, "kabir");
    const [here, there] = [await Socket.of(kabir), await Socket.of(rohan)];
    await nats.kill();
    const states = () => Promise.all([first, second].map(natsState));
    await expect.poll(states).toEqual(["disconnected", "disconnected"]);
    expect((await sendTo(asha, rohan.id, "Nobody carries this.")).status).toBe(201);
    expect((await new Visitor(second.url).get("/jobs")).status).toBe(200);
    await nats.start();
    // The page then loads what it missed.
    expect(await there.closed).toBe(1001);
    await areConnected(first, second);
    const missed = (await readHistory(rohan, asha.id)).filter(({ content }) => /carries/.test(content));
    expect(missed.length).toBe(1);
    const again = await Socket.of(rohan);
    await sendTo(asha, rohan.id, "This is carried.");
    expect((await again.next("receive_message")).content).toBe("This is carried.");
    await again.close();
    // No frame arrived meanwhile.
    await here.settled();
    await here.close();
  });

  test("one text sent on both nodes at once is stored once, although one clock is a second ahead", async () => {
    const third = await startNode(undefined, 1_000);
    await setClock(third, Date.now() + 1_000);
    for (let n = 0; n < 5; n++) {
      await sendTo(at(third, asha), rohan.id, `Is it open? ${n}`);
      await sendTo(at(second, asha), rohan.id, `Is it open? ${n}`);
    }
    const contents = (await readHistory(rohan, asha.id)).map(({ content }) => content);
    expect(contents.filter((content) => content.startsWith("Is it open?")).length).toBe(5);
    await third.stop();
  });

  test("when a node dies while sending mails, the other takes over, and each mail is sent once", async () => {
    const ask = ({ email }: Member) => new Visitor(second.url).post("/forgot-password", { email });
    const mailsTo = ({ email }: Member) =>
      smtp.delivered.filter(({ to, text }) => to.includes(email) && text.includes("/reset-password")).length;
    smtp.reactions.push("accept and say nothing");
    await ask(asha);
    await waitUntil("a mail that is on its way", () => mailsTo(asha) === 1);
    // The first node holds the lease, because it started first. The next test takes the lease away.
    await first.kill();
    await ask(rohan);
    await waitUntil("the other node's mail", () => mailsTo(rohan) === 1);
    expect(mailsTo(asha)).toBe(1);
    const [unknown] = await cluster.run([
      { sql: "select recipient from mails where failure like 'Unknown%'", params: [] },
    ]);
    expect(unknown?.rows).toEqual([[asha.email]]);
  });

  test("a clock five minutes off is reported, no two nodes hold a lease, and the others replace the node when it dies", async () => {
    const third = await startNode(undefined, 300_000);
    await areConnected(third);
    const health = async (node: TestServer) => (await new Visitor(node.url).get("/healthz")).body;
    const off = { clockDifference: expect.stringMatching(/^(29|30)\d s$/) };
    await expect.poll(() => health(third)).toMatchObject(off);
    await expect.poll(() => health(second)).toMatchObject(off);
    expect(second.logged() + third.logged()).toContain("another server's clock differs");
    const texts = Array.from({ length: 6 }, (_, n) => `By which clock? ${n}`);
    for (const content of texts)
      await Promise.all([third, second].map((node) => sendTo(at(node, asha), rohan.id, content)));
    const history = (await readHistory(rohan, asha.id)).map(({ content }) => content);
    expect(history.filter((content) => texts.includes(content)).sort()).toEqual(texts);
    // Simultaneous calls with one key create one row.
    for (let n = 0; n < 10; n++) {
      const post = (node: TestServer) =>
        at(node, asha).call("POST", "/api/jobs", { ...job, title: "Clock maker" }, withKey(`clock-${n}`));
      await Promise.all([post(third), post(second)]);
    }
    const [jobs] = await cluster.run([
      { sql: "select count(*) from jobs where title = 'Clock maker'", params: [] },
    ]);
    expect(jobs?.rows).toEqual([[10]]);
    const holder = async () => {
      const [row] = await cluster.run([
        { sql: "select node, ends_at from leases where name = 'background'", params: [] },
      ]);
      return row?.rows?.[0]?.map(Number);
    };
    // The fast node takes the lease and dies, so its lease ends far in the others' future.
    await cluster.run([{ sql: "delete from leases", params: [] }]);
    await third.kill();
    const row = ["background", "the fast node", Date.now() + 315_000];
    await cluster.run([
      {
        sql: "insert into leases (name, node, ends_at) values (?, ?, ?) on conflict (name) do update set node = excluded.node, ends_at = excluded.ends_at",
        params: row,
      },
    ]);
    await expect.poll(async () => (await holder())?.[1]).toBeLessThan(Date.now() + 60_000);
    await third.stop();
  });

  test("a server without NATS_URL refuses to start beside them", async () => {
    await expect(startServer({ ...shared(), NATS_URL: "" })).rejects.toThrow(
      "Store: another server uses this database. Several need NATS_URL",
    );
  });
});

const withKey = (key: string) => ({ "Idempotency-Key": key });

const natsState = async (node: TestServer) =>
  ((await new Visitor(node.url).get("/healthz")).body as { nats?: string }).nats;

const areConnected = (...nodes: TestServer[]) =>
  waitUntil("nodes that hear each other", async () =>
    (await Promise.all(nodes.map(natsState))).every((state) => state === "connected"),
  );

/** Repeats an action five times, and expects its frame on the socket of another node each time. */
async function cross(socket: Socket, event: string, act: (n: number) => unknown): Promise<void> {
  for (let n = 0; n < 5; n++) {
    socket.frames.length = 0;
    const acted = act(n);
    await socket.next(event);
    await acted;
  }
}

/**
 * Repeats an action until it runs within one half minute. Nodes check the sessions of their sockets every half minute,
 * so only then is the result due to the other node.
 */
async function betweenChecks(act: () => Promise<void>): Promise<void> {
  const halfMinute = () => Math.floor(Date.now() / 30_000);
  for (let began = -1; began !== halfMinute(); ) {
    began = halfMinute();
    await act();
  }
}
