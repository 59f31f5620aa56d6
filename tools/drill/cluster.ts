import { randomUUID } from "node:crypto";
import { at } from "../../tests/support/cluster.ts";
import { announce } from "../../tests/support/events.ts";
import { type Pair, startPair } from "../../tests/support/pair.ts";
import { job, type Member } from "../../tests/support/people.ts";
import { startLife } from "../../tests/support/two-server-chat.ts";
import { Findings, type Outcome, wait } from "./outcome.ts";

const seats = 5;

/** Breaks a part of two servers on three nodes. Returns a function that repairs it. */
type Fault = (pair: Pair) => Promise<() => unknown>;

const killNodes = (count: number, hasLeader: boolean) => async (pair: Pair) => {
  const leader = await pair.rqlite.findLeader();
  const others = pair.rqlite.nodes.filter((node) => node !== leader);
  const gone = (hasLeader ? [leader, ...others] : others).slice(0, count);
  await Promise.all(gone.map((node) => node.kill()));
  return () => Promise.all(gone.map((node) => node.start()));
};

const faults: Record<string, Fault> = {
  "the leader dies": killNodes(1, true),
  "a follower dies": killNodes(1, false),
  "a majority dies": killNodes(2, true),
  async "the leader hangs"({ rqlite }) {
    const { process: leader } = await rqlite.findLeader();
    leader.kill("SIGSTOP");
    return () => leader.kill("SIGCONT");
  },
  async "a server dies"(pair) {
    const [, second] = pair.servers;
    pair.killed.add(second);
    await second.kill();
    return async () => {
      pair.servers[1] = await pair.startNode(1, second.storage);
    };
  },
  async "answers of rqlite are lost"({ detour }) {
    const losing = setInterval(() => {
      detour.loses = "insert into";
    }, 200);
    return () => {
      clearInterval(losing);
      detour.loses = null;
    };
  },
  async "rqlite is slow"({ detour }) {
    detour.answerMs = 700;
    return () => {
      detour.answerMs = 0;
    };
  },
  async "NATS is away"({ nats }) {
    await nats.kill();
    return () => nats.start();
  },
};

/**
 * Two servers on three rqlite nodes with one fault after another, each broken for half of its time. Acknowledged writes must
 * be stored once, and seats and counters must be right. A read that lacks a row counts as late.
 */
export async function drillCluster(secondsOfFault: number, names = Object.keys(faults)): Promise<Outcome> {
  const findings = new Findings();
  const pair = await startPair();
  let [accepted, refused] = [0, 0];
  try {
    for (const name of names) {
      const traffic = await startTraffic(pair, `${name} ${randomUUID().slice(0, 8)}`, findings);
      const repair = await faults[name]?.(pair);
      await wait(secondsOfFault * 500);
      await repair?.();
      await wait(secondsOfFault * 500);
      const counts = await traffic.stop();
      accepted += counts.accepted;
      refused += counts.refused;
    }
    return {
      tried: `${names.length} faults of a cluster, ${secondsOfFault} s each: ${names.join(", ")}`,
      ...findings,
      figures: `${accepted} acknowledged writes, ${refused} answered 503 or not at all, and sent again`,
    };
  } finally {
    await pair.stop();
  }
}

async function startTraffic(pair: Pair, name: string, findings: Findings) {
  const { cluster, members } = pair;
  const [poster, organizer, ...guests] = members.slice(8) as [Member, Member, ...Member[]];
  const life = startLife(pair, name);
  const { id: eventId } = await announce(at(pair.servers[0], organizer), { registrationLimit: seats });
  const titles: string[] = [];
  let [isStopped, refused, stale] = [false, 0, 0];

  /** Returns null for a server that has no database, or that has died. */
  async function ask(turn: number, member: Member, method: string, path: string, more: unknown[] = []) {
    const visitor = at(pair.servers[turn % 2] ?? pair.servers[0], member);
    const answer = await visitor
      .call(method, path, ...(more as [unknown?, Record<string, string>?]))
      .catch(() => null);
    if (answer && answer.status !== 503) return answer;
    refused++;
    await wait(50);
    return null;
  }

  async function postJobs(): Promise<void> {
    for (let n = 0; !isStopped; n++) {
      const title = `${name} ${n}`;
      const headers = { "Idempotency-Key": title.replaceAll(" ", "-") };
      let turn = n;
      let posted = null;
      do posted = await ask(turn++, poster, "POST", "/api/jobs", [{ ...job, title }, headers]);
      while (!isStopped && (posted === null || posted.status === 409));
      if (!posted || posted.status === 409) return;
      findings.expectStatus(`${name}: a keyed call`, posted, 201);
      titles.push(title);
      const found = await ask(turn, poster, "GET", posted.headers.get("Location") ?? "");
      if (found?.status === 404) stale++;
    }
  }

  async function takeSeats(guest: Member, index: number): Promise<void> {
    for (let turn = index; !isStopped; turn++) {
      await ask(turn, guest, "POST", `/api/events/${eventId}/${turn % 3 === 0 ? "unregister" : "register"}`);
      await wait(20);
    }
  }

  const running = Promise.all([postJobs(), ...guests.slice(0, 8).map(takeSeats)]);
  const count = async (sql: string, ...params: unknown[]) =>
    Number((await cluster.run([{ sql, params }]))[0]?.rows?.[0]?.[0]);

  async function stop() {
    isStopped = true;
    const [messages] = await Promise.all([life.stop(), running]);
    findings.lost.push(...messages.lost.map((text) => `${name}: lost the message ${text}`));
    findings.expect(messages.twice === 0, `${name}: ${messages.twice} messages are stored twice`);
    const [rows] = await cluster.run([
      { sql: "select title from jobs where title like ?", params: [`${name} %`] },
    ]);
    const stored = (rows?.rows ?? []).map(([title]) => String(title));
    const twice = stored.length - new Set(stored).size;
    findings.expect(twice === 0, `${name}: ${twice} keyed calls made two rows`);
    for (const title of titles) findings.expect(stored.includes(title), `${name}: lost the job ${title}`);
    const taken = await count("select count(*) from event_registrations where event_id = ?", eventId);
    findings.expect(taken <= seats, `${name}: ${taken} of ${seats} seats are taken`);
    const wrong = await count(
      `select count(*) from events where registration_count <>
         (select count(*) from event_registrations where event_id = events.id)`,
    );
    findings.expect(wrong === 0, `${name}: ${wrong} events count their registrations wrongly`);
    for (const status of new Set(life.reads))
      if (status !== 200 && status !== 503) findings.refused.push(`${name}: a read answered ${status}`);
    if (stale > 0) findings.late.push(`${name}: ${stale} reads lacked what was acknowledged just before`);
    const refusals = life.refusals.length + refused + life.reads.filter((status) => status === 503).length;
    return { accepted: life.accepted.length + titles.length, refused: refusals };
  }
  return { stop };
}
