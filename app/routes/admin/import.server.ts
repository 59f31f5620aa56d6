import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users } from "#db/index.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { TaskQueue } from "../../limits/task-queue.server.ts";
import { logSecurityEvent } from "../../log.server.ts";
import { enqueueLinkMails } from "../../mail/link.server.ts";
import { invitationLink } from "../../mail/password-links.server.ts";
import { wakeMailQueue } from "../../mail/queue.server.ts";
import { normalizePhone, registerFields } from "../../schemas/user.ts";
import { parseCsv } from "./import-csv.server.ts";

// A list of people is checked first, then run. Both read the stored text again, a few lines a turn of the event loop.

export const maxPeople = 20_000;
/** How long one turn of the event loop may read lines. */
const maxTurnMs = 10;
const peopleInBatch = 20;
/** The most problems that are shown. */
const maxProblems = 100;

/** One list at a time is read: each keeps the thread busy for a second or two. */
const queue = new TaskQueue({ concurrency: 1, maxQueued: 10 });

/** The columns that are read, by their title without blanks and signs. `name` is split at its last blank. */
const columns = new Map([
  ["firstname", "firstName"],
  ["lastname", "lastName"],
  ["surname", "lastName"],
  ["name", "name"],
  ["fullname", "name"],
  ["email", "email"],
  ["emailaddress", "email"],
  ["batch", "batchYear"],
  ["batchyear", "batchYear"],
  ["phone", "phone"],
  ["skills", "skills"],
]);

const personSchema = z.object({
  firstName: registerFields.firstName,
  lastName: registerFields.lastName,
  email: registerFields.email,
  batchYear: registerFields.batchYear,
  skills: registerFields.skills,
  phone: z
    .string()
    .max(30, "Phone is invalid")
    .default("")
    .transform((text) => text.trim())
    .refine((text) => text === "" || normalizePhone(text, "+91") !== null, "Phone is invalid")
    .transform((text) => (text === "" ? null : normalizePhone(text, "+91"))),
});
type Person = z.output<typeof personSchema>;

/** What a run would do. */
export interface ImportCheck {
  /** Who would be invited. */
  people: Person[];
  /** How many have an account already; nothing happens to them. */
  existing: number;
  /** What is wrong in which line, at most 100 of them. Those lines are left out. */
  problems: { line: number; text: string }[];
  problemCount: number;
  /** Titles of columns that nothing is read from. */
  ignored: string[];
  /** Why nothing can be run at all. */
  refusal: string | null;
}

/** Checks a list: each line by the rules of the registration, and whether an address comes twice or has an account. */
export const checkImport = (content: string): Promise<ImportCheck> => queue.run(() => readList(content));

async function readList(content: string): Promise<ImportCheck> {
  const result: ImportCheck = {
    people: [],
    existing: 0,
    problems: [],
    problemCount: 0,
    ignored: [],
    refusal: null,
  };
  const addProblem = (line: number, text: string) => {
    result.problemCount++;
    if (result.problems.length < maxProblems) result.problems.push({ line, text });
  };
  const lineOf = new Map<string, number>();
  let names: (string | undefined)[] | null = null;
  let turnStarted = performance.now();
  let count = 0;
  for (const { line, cells } of parseCsv(content)) {
    if (performance.now() - turnStarted > maxTurnMs) {
      await nextTurn();
      turnStarted = performance.now();
    }
    if (cells.length === 0) continue;
    if (!names) {
      names = cells.map(toColumn);
      result.ignored = cells
        .filter((_, index) => names?.[index] === undefined)
        .map((title) => title.slice(0, 60));
      const has = (name: string) => names?.includes(name);
      if (!has("email") || !has("batchYear") || !(has("name") || (has("firstName") && has("lastName")))) {
        return { ...result, refusal: "The first line must name the columns: name, email and batch year." };
      }
      continue;
    }
    if (++count > maxPeople) {
      return {
        ...result,
        people: [],
        refusal: `A list can have at most ${maxPeople.toLocaleString("en")} people.`,
      };
    }
    const parsed = personSchema.safeParse(toFields(names, cells));
    if (!parsed.success) {
      addProblem(line, [...new Set(parsed.error.issues.map(({ message }) => message))].join(". "));
      continue;
    }
    const earlier = lineOf.get(parsed.data.email);
    if (earlier !== undefined) {
      addProblem(line, `The address is in line ${earlier} already`);
      continue;
    }
    lineOf.set(parsed.data.email, line);
    result.people.push(parsed.data);
  }
  if (count === 0) return { ...result, refusal: "There is nobody in this list." };
  return withoutExisting(result);
}

const toColumn = (title: string) => columns.get(title.toLowerCase().replace(/[^a-z]/g, ""));

function toFields(names: (string | undefined)[], cells: string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    if (name !== undefined) fields[name] = cells[index] ?? "";
  }
  const full = (fields.name ?? "").trim();
  if (full !== "" && !fields.firstName && !fields.lastName) {
    const at = full.lastIndexOf(" ");
    fields.firstName = at < 0 ? full : full.slice(0, at);
    fields.lastName = at < 0 ? "" : full.slice(at + 1);
  }
  return fields;
}

/** Takes out people who have an account. */
async function withoutExisting(check: ImportCheck): Promise<ImportCheck> {
  const taken = new Set<string>();
  for (let start = 0; start < check.people.length; start += 500) {
    const emails = check.people.slice(start, start + 500).map(({ email }) => email);
    const rows = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails));
    for (const { email } of rows) taken.add(email);
    await nextTurn();
  }
  const people = check.people.filter(({ email }) => !taken.has(email));
  return { ...check, people, existing: taken.size };
}

/**
 * Makes the accounts of a list and mails each person a link to set a password. Each batch is whole, and a run that broke
 * off can be run again: people who have an account by then are left alone.
 * @returns how many were invited
 */
export async function runImport(viewer: Viewer, fileName: string, content: string): Promise<number> {
  const { people } = await checkImport(content);
  return queue.run(async () => {
    let invited = 0;
    for (let start = 0; start < people.length; start += peopleInBatch) {
      const now = Date.now();
      const chunk = people.slice(start, start + peopleInBatch);
      const [created] = await db.batch([
        db
          .insert(users)
          .values(chunk.map((person) => toRow(person, now)))
          .onConflictDoNothing({ target: users.email })
          .returning({ id: users.id }),
        // One entry for the run, with the first people that it made.
        ...(invited === 0 ? [insertAuditEntry(viewer.id, "invited people from", fileName)] : []),
        ...enqueueInvitations(chunk, now),
      ] as const);
      invited += created.length;
      await nextTurn();
    }
    logSecurityEvent("members-invited", { memberId: viewer.id, count: invited });
    wakeMailQueue();
    return invited;
  });
}

const toRow = (person: Person, now: number) => ({
  ...person,
  status: "active" as const,
  name: `${person.firstName} ${person.lastName}`,
  createdAt: now,
});

/** Sends an invitation to each new account. */
const enqueueInvitations = (people: Person[], now: number) =>
  enqueueLinkMails(
    people.map(({ email }) => email),
    and(eq(users.createdAt, now), isNull(users.passwordHash), isNull(users.googleSubject)),
    invitationLink,
    now,
  );
