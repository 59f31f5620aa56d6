import { beforeAll, describe, expect, test } from "vitest";
import { audiences, type PrivateField, privateFields } from "#db/vocabulary.ts";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { browse, job, join, type Member, makeAdmin } from "../support/people.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

// Reads every page and call that shows a member, in every role, and looks for private details.

const server = await shareServer(unlimited);

/** Values that occur nowhere else, and a pattern for every format an answer might use. */
const secrets: Record<PrivateField, { value: string | number; written: RegExp }> = {
  phone: { value: "+971 5550177432", written: /5550177432/ },
  roll: { value: "ROLL-ZX-7743", written: /ROLL-ZX-7743/ },
  cgpa: { value: 7.39, written: /(?<![\d.])7\.39(?!\d)/ },
  birthday: { value: "1987-11-23", written: /1987-11-23|23 November 1987|23 Nov 1987/ },
  gender: { value: "Gendervalue", written: /Gendervalue/ },
  location: { value: "Locationvalue", written: /Locationvalue/ },
};

interface Shown {
  member: Member;
  job: string;
  event: string;
  resource: string;
}

/** Every address that shows a member or something of theirs. Some are also read as the data of a navigation. */
const pages = ({ member, job, event, resource }: Shown): string[] => [
  "/",
  "/jobs",
  `/jobs/${job}`,
  "/events",
  `/events/${event}`,
  "/events.atom",
  "/events.ics",
  `/events/${event}.ics`,
  `/events/${event}/attendees.csv`,
  "/resources",
  "/resources/browse",
  `/resources/${resource}`,
  "/messages",
  "/messages/inbox",
  `/messages/${member.id}`,
  `/messages/${member.id}?anonymous=1`,
  "/messages?search=asha",
  "/profile",
  "/profile?edit",
  "/profile?as=member",
  "/profile?as=connection",
  "/connections",
  "/blocks",
  "/account",
  "/qa-threads",
  "/qa-threads?search=asha",
  `/qa-threads/${member.id}`,
  `/people/${member.id}`,
];
const calls = ({ member, job, event, resource }: Shown): string[] => [
  "/api/users",
  "/api/users?limit=1000",
  "/api/users?search=asha",
  "/api/users?batchYear=2027",
  `/api/users/${member.id}`,
  "/api/users/me",
  "/api/messages/conversations",
  `/api/messages/history/${member.id}/{viewer}`,
  "/api/jobs",
  `/api/jobs/${job}`,
  "/api/events",
  `/api/events/${event}`,
  "/api/resources",
  `/api/resources/${resource}`,
  "/api/resources/categories",
];

type Role = "guest" | "stranger" | "asked" | "connection" | "owner" | "admin";
/** Each role's browser and program, per owner. */
interface Eyes {
  browser: Visitor;
  program: Visitor;
  id: string;
}
const owners = {} as Record<(typeof audiences)[number], Shown>;
const eyes = {} as Record<Exclude<Role, "owner">, Eyes>;

async function open(member: Member): Promise<Eyes> {
  const browser = browse(server, member);
  return { browser, program: member, id: member.id };
}

function connect(one: string, other: string, acceptedAt: number | null): void {
  const [low, high] = [Number(one), Number(other)].sort((a, b) => a - b);
  server
    .database()
    .prepare(
      "insert into connections(low_id, high_id, asked_by, accepted_at, created_at) values (?, ?, ?, ?, 1)",
    )
    .run(low, high, low, acceptedAt);
}

beforeAll(async () => {
  const guest = new Visitor(server.url);
  eyes.guest = { browser: guest, program: guest, id: "1" };
  eyes.stranger = await open(await join(server, "rohan"));
  eyes.asked = await open(await join(server, "kabir"));
  eyes.connection = await open(await join(server, "meera"));
  const admin = await join(server, "rohan", "admin@college.example");
  makeAdmin(server, admin);
  eyes.admin = await open(admin);
  for (const audience of audiences) {
    const member = await join(server, "asha", `asha.${audience}@college.example`);
    const values = Object.fromEntries(privateFields.map((name) => [name, secrets[name].value]));
    const visibility = Object.fromEntries(privateFields.map((name) => [name, audience]));
    const changed = await member.call("PUT", `/api/users/${member.id}`, { ...values, visibility });
    expect(changed.status).toBe(200);
    const posted = (await member.call("POST", "/api/jobs", job)).body;
    const { id: event } = await announce(member);
    const file = { name: "a.txt", bytes: Buffer.from(`notes of ${audience}`) };
    const shared = (await share(member, file)).body;
    owners[audience] = { member, job: posted.id, event, resource: shared.data.id };
    connect(member.id, eyes.connection.id, Date.now());
    connect(member.id, eyes.asked.id, null);
    for (const { id, program } of [eyes.stranger, eyes.asked, eyes.connection, eyes.admin]) {
      await program.call("POST", `/api/events/${event}/register`);
      await member.call("POST", "/api/messages/send", {
        senderId: member.id,
        receiverId: id,
        content: "Hello",
        isAnonymous: false,
      });
    }
  }
});

/** Everything that a role can read at these addresses. */
async function readAll(
  { browser, program, id }: Eyes,
  shown: Shown,
): Promise<[address: string, text: string][]> {
  const answers: [string, string][] = [];
  const addresses = pages(shown);
  // The data of a navigation equals that of its page, so a sample is enough.
  const asData = [...sample(addresses, 3), "/profile"];
  for (const address of addresses) {
    const [path = "", query] = address.split("?");
    const dataAddress = `${path === "/" ? "/_" : path}.data${query ? `?${query}` : ""}`;
    for (const each of asData.includes(address) ? [address, dataAddress] : [address]) {
      const { text, status } = await browser.get(each);
      expect([each, status < 500]).toEqual([each, true]);
      answers.push([each, text]);
    }
  }
  for (const address of calls(shown)) {
    const { text, status } = await program.get(address.replace("{viewer}", id));
    expect([address, status < 500]).toEqual([address, true]);
    answers.push([address, text]);
  }
  return answers;
}

const leaks = (answers: [string, string][]) =>
  answers.flatMap(([address, text]) =>
    privateFields
      .filter((name) => secrets[name].written.test(text))
      .map((name) => `${address} shows ${name}`),
  );

/** The roles that may see a detail shared with an audience. */
const maySee: Record<(typeof audiences)[number], Role[]> = {
  nobody: ["owner", "admin"],
  connections: ["owner", "admin", "connection"],
  members: ["owner", "admin", "connection", "asked", "stranger"],
};
const roles: Role[] = ["guest", "stranger", "asked", "connection", "owner", "admin"];
/** In the short form only the roles next to each boundary. */
const readers: Record<(typeof audiences)[number], Role[]> = {
  nobody: sized(["connection", "admin"], roles),
  connections: sized(["asked", "connection", "owner"], roles),
  members: sized(["guest", "stranger"], roles),
};

describe.each(audiences)("details for %s", (audience) => {
  test.each(readers[audience])("as %s, only permitted details are readable", async (role) => {
    // Suspends the other owners, whose details would look like leaks.
    const database = server.database();
    for (const other of audiences) {
      database
        .prepare("update users set status = ? where id = ?")
        .run(other === audience ? "active" : "suspended", Number(owners[other].member.id));
    }
    const shown = owners[audience];
    const reader = role === "owner" ? await open(shown.member) : eyes[role];
    const found = leaks(await readAll(reader, shown));
    if (!maySee[audience].includes(role)) return expect(found).toEqual([]);
    expect(found.filter((each) => each.startsWith(`/api/users/${shown.member.id} `))).toHaveLength(6);
    expect(found).toContain(`/qa-threads/${shown.member.id} shows location`);
    if (role === "owner") expect(found).toContain("/profile.data shows phone");
    // Even permitted details appear only on pages and calls about the member.
    const places = /^\/(api\/users|qa-threads|people|connections|profile|account)/;
    expect(found.filter((each) => !places.test(each))).toEqual([]);
  });
});
