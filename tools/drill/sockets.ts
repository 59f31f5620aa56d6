import type WebSocket from "ws";
import { measure, measuring, startMeasuring } from "../../tests/support/measure.ts";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { addMembers, openSocket, pick, socketsOfMember } from "./crowd.ts";
import { maxTurnMs } from "./locked.ts";
import { Findings, type Outcome } from "./outcome.ts";

/** Cuts the sockets of members on the messages page, which reconnect at once, `rounds` times. */
export async function drillSockets(count: number, rounds: number): Promise<Outcome> {
  const findings = new Findings();
  const server = await startServer({ RATE_LIMITS: "off", METRICS_TOKEN: metricsToken }, undefined, measuring);
  try {
    const members = addMembers(server, await join(server, "asha"), Math.ceil(count / socketsOfMember));
    const openAll = () =>
      Promise.all(Array.from({ length: count }, (_, n) => openSocket(pick(members, n), "?page=messages")));
    const expectOpen = (what: string, opened: (WebSocket | string)[]) => {
      const failed = opened.filter((result) => typeof result === "string");
      findings.expect(failed.length === 0, `${what}: ${failed.length} sockets failed, such as ${failed[0]}`);
    };
    const sockets = () => countSockets(server.url);
    let opened = await openAll();
    expectOpen("at first", opened);
    startMeasuring(server);
    let longestAwayMs = 0;
    for (let round = 1; round <= rounds; round++) {
      for (const socket of opened) if (typeof socket !== "string") socket.terminate();
      const cut = performance.now();
      opened = await openAll();
      longestAwayMs = Math.max(longestAwayMs, performance.now() - cut);
      expectOpen(`round ${round}`, opened);
      await waitUntil("the server knows who is there", async () => (await sockets()) === count);
    }
    const { longestMs, longestBusyMs } = await measure(server);
    findings.expectWithin(maxTurnMs, longestBusyMs, "a turn of the event loop");
    for (const socket of opened) if (typeof socket !== "string") socket.terminate();
    await waitUntil("all are gone", async () => (await sockets()) === 0);
    return {
      tried: `${count} sockets are cut and come back at once, ${rounds} times`,
      ...findings,
      figures: `all back within ${Math.round(longestAwayMs)} ms, longest turn of the event loop ${Math.round(longestBusyMs)} ms of work, ${Math.round(longestMs)} ms with waiting for the disk`,
    };
  } finally {
    await server.stop();
  }
}

const metricsToken = "a token for the drill only";

/** The number of sockets that a server reports. */
async function countSockets(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  return Number(/^quadrant_sockets (\d+)$/m.exec(await answer.text())?.[1]);
}
