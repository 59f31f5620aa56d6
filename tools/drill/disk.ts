import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { type Disk, fillDisk, forbidWriting, onSmallDisk } from "../../tests/support/disk.ts";
import { event, type Member, password, people, register } from "../../tests/support/people.ts";
import { picture, profileForm, sendAvatar } from "../../tests/support/profile.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { Findings, type Outcome } from "./outcome.ts";
import { Traffic, type Write, writes } from "./traffic.ts";

/** Uploads leave 64 MB free. */
const diskMegabytes = 96;

/** Fills a real disk in a separate mount namespace (`canMount`). */
export async function drillFullDisk(rounds: number): Promise<Outcome> {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-disk-"));
  const server = await startServer(
    { RATE_LIMITS: "off" },
    folder,
    undefined,
    onSmallDisk(folder, diskMegabytes),
  );
  try {
    const findings = await withoutDisk(server, fillDisk(server), rounds);
    return { tried: `a disk of ${diskMegabytes} MB runs full (ENOSPC), ${rounds} times`, ...findings };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the store read-only while the server runs, as the system does with a failing disk. */
export async function drillForbiddenWrites(rounds: number): Promise<Outcome> {
  const server = await startServer({ RATE_LIMITS: "off" });
  try {
    const findings = await withoutDisk(server, forbidWriting(server), rounds);
    return { tried: `the store takes no writes while the server runs (EFBIG), ${rounds} times`, ...findings };
  } finally {
    await server.stop();
  }
}

/** Reads must continue, writes must be refused and leave nothing behind, and all must work again without a restart. */
async function withoutDisk(server: TestServer, disk: Disk, rounds: number): Promise<Findings> {
  const findings = new Findings();
  const members: [Member, Member] = [await register(server.url, "asha"), await register(server.url, "rohan")];
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: members[0].email, password });
  const traffic = new Traffic(...members);
  for (const kind of writes) findings.expectStatus(`a ${kind} before`, await traffic.write(kind), 200, 201);

  for (let round = 0; round < rounds; round++) {
    disk.take();
    await exhaust(traffic, findings);
    const before = filesOf(server);
    for (const kind of writes) await expectRefusal(kind, traffic, findings);
    findings.expectStatus("an avatar", await sendAvatar(members[0], await picture()), 503);
    for (const form of formsFor(members[1])) {
      const answer = await (form.isGuest ? new Visitor(server.url) : browser).post(form.path, form.fields);
      findings.expectStatus(`the form ${form.path}`, answer, 503);
      findings.expect(
        answer.text.includes(form.sentence),
        `the form ${form.path} does not say "${form.sentence}"`,
      );
      const kept = (form.kept && form.fields[form.kept]) ?? "";
      findings.expect(answer.text.includes(kept), `the form ${form.path} does not keep what was typed`);
    }
    const reads = pages.map(async (path) =>
      findings.expectStatus(`reading ${path}`, await browser.get(path), 200, 303),
    );
    const calls = apiReads.map(async (path) =>
      findings.expectStatus(`reading ${path}`, await members[0].get(path), 200),
    );
    await Promise.all([...reads, ...calls]);
    findings.expect(filesOf(server).join() === before.join(), "a refused upload left something behind");

    disk.giveBack();
    for (const kind of writes) findings.expectStatus(`a ${kind} after`, await traffic.write(kind), 200, 201);
  }
  findings.expect(server.process.exitCode === null, "the server ended");
  for (const [kind, path] of Object.entries(lists)) {
    const { text } = await members[0].get(path);
    for (const mark of traffic.acknowledged[kind as Write]) {
      findings.expect(text.includes(mark), `lost: ${kind} ${mark}`);
    }
  }
  return findings;
}

/** Small writes may still fit into what the database already has. */
async function exhaust(traffic: Traffic, findings: Findings): Promise<void> {
  for (let count = 0; count < 2_000; count++) {
    const { status } = await traffic.write("message");
    if (status !== 201) return;
  }
  findings.expect(false, "the database still takes messages");
}

async function expectRefusal(kind: Write, traffic: Traffic, findings: Findings): Promise<void> {
  const answer = await traffic.write(kind);
  findings.expectStatus(`a ${kind} without a disk`, answer, 503);
  findings.expect(answer.headers.has("Retry-After"), `a refused ${kind} does not say when to come back`);
  const { detail = "" } = answer.body as { detail?: string };
  findings.expect(detail !== "", `a refused ${kind} says nothing`);
}

/** The path of the server's own disk, seen through its process. */
const filesOf = (server: TestServer): string[] =>
  readdirSync(joinPath(`/proc/${server.process.pid}/root`, server.storage, "uploads")).sort();

const pages = [
  "/",
  "/jobs",
  "/messages",
  "/anonymous-post",
  "/resources",
  "/events",
  "/qa-threads",
  "/profile",
];
const apiReads = [
  "/api/users/me",
  "/api/jobs",
  "/api/events",
  "/api/resources",
  "/api/messages/conversations",
];
const formEvent: Record<string, string> = {
  title: event.title,
  description: event.description,
  date: event.date,
  location: event.location,
  eventType: event.eventType,
  registrationLimit: "",
  registrationLink: "",
};
const lists: Partial<Record<Write, string>> = {
  job: "/api/jobs?limit=200",
  resource: "/api/resources?limit=100",
  line: "/api/anonymous-messages?limit=200",
  event: "/api/events",
};

/** Forms, their error when the store refuses, and the field whose text must be returned. */
interface Form {
  path: string;
  fields: Record<string, string>;
  sentence: string;
  kept?: string;
  isGuest?: true;
}
const guestForms: Form[] = [
  {
    path: "/login",
    fields: { email: people.rohan.email, password },
    sentence: "Login failed. Please try again.",
    kept: "email",
    isGuest: true,
  },
  {
    path: "/forgot-password",
    fields: { email: people.rohan.email },
    sentence: "We could not send the link. Please try again.",
    kept: "email",
    isGuest: true,
  },
];
const formsFor = (other: Member): Form[] => [
  ...guestForms,
  {
    path: "/feedback",
    fields: { name: "", text: "The lamp in the hall flickers." },
    sentence: "Check your connection and try again.",
    kept: "text",
  },
  { path: "/profile", fields: profileForm, sentence: "be saved. Please try again.", kept: "company" },
  {
    path: `/messages/${other.id}`,
    fields: { content: "Typed while the disk was full" },
    sentence: "Failed to send message",
    kept: "content",
  },
  {
    path: "/anonymous-post",
    fields: { content: "Typed while the disk was full" },
    sentence: "Failed to send message",
    kept: "content",
  },
  { path: "/blocks", fields: { intent: "refuse-anonymous" }, sentence: "be saved. Please try again." },
  {
    path: "/account/notices",
    fields: { "event-changed": "here", digestHour: "9", quietFrom: "21:00", quietTo: "06:00" },
    sentence: "be saved. Please try again.",
  },
  {
    path: "/events/new",
    fields: { ...formEvent, title: "Typed while the disk was full" },
    sentence: "Failed to save event.",
    kept: "title",
  },
];
