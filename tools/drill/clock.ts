import { readHistory, sendTo } from "../../tests/support/messages.ts";
import { outbox } from "../../tests/support/outbox.ts";
import { join, type Member, password } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { Socket } from "../../tests/support/socket.ts";
import { clock, setClock } from "../../tests/support/time.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { Findings, type Outcome } from "./outcome.ts";
import { Traffic, writes } from "./traffic.ts";

const hourMs = 60 * 60_000;
/** A quarter past midnight in Asia/Kolkata, so that an hour back is another day. */
const moment = Date.parse("2031-03-04T18:45:00Z");

/** Sets the clock back an hour, over midnight, while the server runs. */
export async function drillClock(): Promise<Outcome> {
  const findings = new Findings();
  const server = await startServer({ RATE_LIMITS: "off", CLOCK: String(moment) }, undefined, clock);
  try {
    const [asha, rohan]: [Member, Member] = [await join(server, "asha"), await join(server, "rohan")];
    const traffic = new Traffic(asha, rohan);
    const browser = new Visitor(server.url);
    await browser.post("/login", { email: asha.email, password });
    const socket = await Socket.of(rohan);
    for (const kind of writes) await traffic.write(kind);
    await sendTo(asha, rohan.id, "Yes");
    await browser.post("/forgot-password", { email: rohan.email });

    await setClock(server, moment - hourMs);
    findings.expectStatus("a page by a session of later", await browser.get("/profile"), 200);
    const again = new Visitor(server.url);
    findings.expectStatus("a log-in", await again.post("/login", { email: rohan.email, password }), 303);
    findings.expectStatus("the same text an hour earlier", await sendTo(asha, rohan.id, "Yes"), 201);
    for (const kind of writes) {
      findings.expectStatus(`a ${kind} an hour earlier`, await traffic.write(kind), 200, 201);
    }
    await waitUntil("the open socket gets messages", () => socket.received("receive_message").length === 4);
    await checkOrder(asha, rohan, traffic, findings);

    await setClock(server, moment + hourMs);
    await waitUntil("the mail is written", () => outbox(server).length > 0);
    for (const kind of writes) await traffic.write(kind);
    await checkOrder(asha, rohan, traffic, findings);
    const mails = outbox(server).filter((mail) => mail.includes(rohan.email)).length;
    findings.expect(mails === 1, `the mail of before arrived ${mails} times`);
    findings.lost.push(...traffic.findLost(server));
    await socket.close();
    return { tried: "the clock goes back an hour, over midnight, and forward again", ...findings };
  } finally {
    await server.stop();
  }
}

/** Lists must show everything once, in the order in which it was written. */
async function checkOrder(asha: Member, rohan: Member, traffic: Traffic, findings: Findings): Promise<void> {
  const { acknowledged } = traffic;
  const expectOrder = (what: string, found: string[], wanted: string[]) =>
    findings.expect(found.join() === wanted.join(), `${what} are in the order ${found.join()}`);

  const texts = (await readHistory(asha, rohan.id)).map(({ content }) => content);
  expectOrder(
    "messages",
    texts.filter((text) => text !== "Yes"),
    acknowledged.message,
  );
  const lines = (await asha.get("/api/anonymous-messages")).body;
  expectOrder(
    "lines",
    lines.map(({ content }) => content),
    acknowledged.line,
  );
  findings.expect(
    lines.every(({ own }) => own),
    "lines of the day before the clock went back are not one's own",
  );
  findings.expect(new Set(lines.map(({ guestId }) => guestId)).size === 1, "the guest label changed");
  const jobs = (await asha.getPages("/api/jobs?limit=1")).flatMap(({ body }) =>
    body.map(({ title }) => title),
  );
  expectOrder("jobs", jobs.reverse(), acknowledged.job);
  const pages = await asha.getPages("/api/events?limit=1");
  const events = pages.flatMap(({ body }) => body.data.map(({ title }) => title));
  expectOrder("events", events.sort(), acknowledged.event.toSorted());
}
