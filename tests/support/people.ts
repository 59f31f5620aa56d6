import { createHash, randomBytes } from "node:crypto";
import type { RunResult } from "better-sqlite3";
import type { TestServer } from "./server.ts";
import { nextYear } from "./time.ts";
import { Visitor } from "./visitor.ts";

/** The fictional people of the tests: two students and two alumni, at any date. */
export const people = {
  asha: { firstName: "Asha", lastName: "Verma", email: "asha.verma@college.example", batchYear: nextYear },
  rohan: { firstName: "Rohan", lastName: "Pillai", email: "rohan.pillai@college.example", batchYear: 2026 },
  meera: { firstName: "Meera", lastName: "Nair", email: "meera.nair@college.example", batchYear: 2019 },
  kabir: {
    firstName: "Kabir",
    lastName: "Sethi",
    email: "kabir.sethi@college.example",
    batchYear: nextYear + 2,
  },
} as const;
export type PersonName = keyof typeof people;
export const password = "a good long secret";
/** The hash of `password` with minimal parameters, because the product's cost 48 ms of processor time per log-in. */
const passwordHash =
  "$argon2id$v=19$m=8,t=1,p=1$gUgKbxHdJT0vg6yLezRg1g$7FOJ2OevbQwac/estWOmPBQwgtqYztrku2dDDiMVAfo";

/** @returns the body of a registration */
export function registration(name: PersonName, email: string = people[name].email) {
  return {
    ...people[name],
    email,
    phone: "98765 43210",
    countryCode: "+91",
    password,
    skills: ["Python", "sketching"],
  };
}

export interface Member extends Visitor {
  id: string;
  token: string;
  name: string;
  email: string;
}

/**
 * Adds one of the people directly to the store, with a confirmed address, no quiet hours and an API token. @returns a
 * visitor that sends the token with every call
 */
export async function join(
  server: TestServer,
  name: PersonName,
  email: string = people[name].email,
): Promise<Member> {
  const { firstName, lastName, batchYear } = people[name];
  const fullName = `${firstName} ${lastName}`;
  const { lastInsertRowid } = write(
    server,
    `insert into users (email, email_confirmed_at, password_hash, first_name, last_name, name, phone, batch_year, skills, created_at,
      quiet_from, quiet_to)
     values (?, 1, ?, ?, ?, ?, '+91 9876543210', ?, 'Python, sketching', ?, '00:00', '00:00')`,
    [email, passwordHash, firstName, lastName, fullName, batchYear, Date.now() + server.clockOffsetMs],
  );
  const id = String(lastInsertRowid);
  const token = openSession(server, id, "token");
  return Object.assign(new Visitor(server.url), { id, token, name: fullName, email });
}

let members = 0;

/** Adds a member with one of the people's names and a new email address. */
export const newMember = (server: TestServer, name: PersonName = "asha"): Promise<Member> =>
  join(server, name, `${name}-${process.pid}-${++members}@college.example`);

/** Registers one of the people through the API, for tests of registering. Otherwise like `join`. */
export async function register(url: string, name: PersonName, email?: string): Promise<Member> {
  const visitor = new Visitor(url);
  const { status, body } = await visitor.call("POST", "/api/users/register", registration(name, email));
  const { token, user } = body;
  if (status !== 201 || token === null)
    throw new Error(`registering ${name}: ${status} ${JSON.stringify(body)}`);
  return Object.assign(visitor, { id: user.id, token, name: user.name, email: user.email });
}

/** Opens a session for a member without a log-in. @returns its secret */
export function openSession(server: TestServer, memberId: string, kind: "browser" | "token"): string {
  const secret = (kind === "token" ? "quadrant_" : "") + randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(secret).digest("hex");
  const now = Date.now() + server.clockOffsetMs;
  write(
    server,
    "insert into sessions (token_hash, user_id, kind, device, created_at, last_used_at) values (?, ?, ?, 'node', ?, ?)",
    [hash, Number(memberId), kind, now, now],
  );
  return secret;
}

/** @returns a member's browser with a session, without the cost of a log-in's password hash */
export function browse(server: TestServer, { id }: { id: string }): Visitor {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, id, "browser"));
  return browser;
}

const write = (server: TestServer, statement: string, values: unknown[]): RunResult =>
  server
    .database()
    .prepare(statement)
    .run(...values);

/** Makes a member an administrator, as `npm run make-admin` does. */
export function makeAdmin(server: TestServer, member: Member): void {
  server.database().prepare("update users set is_admin = 1 where id = ?").run(Number(member.id));
}

/** Makes a member a moderator, as the button on the member's page does. */
export function makeModerator(server: TestServer, member: { id: string }): void {
  server.database().prepare("update users set is_moderator = 1 where id = ?").run(Number(member.id));
}

/** A valid job. */
export const job = {
  opportunityType: "Internship",
  title: "Firmware intern, motor control",
  locations: ["Pune", "Kochi"],
  industry: "Manufacturing",
  workplaceType: "On-site",
  salaryCurrency: "INR",
  salaryType: "per month",
  salaryMin: 25_000,
  salaryMax: 40_000,
  description: "Write and test the control loops of small robots.",
  requiredSkills: ["C", "oscilloscope"],
  minExperience: 0,
  maxExperience: 2,
  education: "Any branch, third year or later",
  deadline: "2099-12-31",
  applicationMethod: "website",
  applicationLink: "https://northlight.example/apply",
  companyName: "Northlight Robotics",
  companyWebsite: "https://northlight.example",
  companyDescription: "Small robots for narrow rooms.",
  contactName: "Ila Rao",
  contactEmail: "ila.rao@northlight.example",
  contactPhone: "+91 98200 00000",
};

/** Posts a job with these changes. @returns its id */
export async function postJob(member: Member, change: object = {}): Promise<string> {
  const { status, body, text } = await member.call("POST", "/api/jobs", { ...job, ...change });
  if (status !== 201) throw new Error(`the job was not posted: ${text}`);
  return body.id;
}

/** A valid event in the far future. */
export const event = {
  title: "Soldering for beginners",
  description: "Bring nothing but curiosity. Irons and tin are there.",
  date: "2099-03-01T18:30",
  location: "Electronics lab, block C",
  eventType: "workshop",
  registrationLimit: 25,
  registrationLink: null,
  imageUrl: null,
};
