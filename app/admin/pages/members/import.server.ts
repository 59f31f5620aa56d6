import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizePhone, registerFields } from "#app/account/input.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { TaskQueue } from "#app/platform/limits/task-queue.server.ts";
import { enqueueLinkMails } from "#app/platform/mail/link.server.ts";
import { invitationLink } from "#app/platform/mail/password-links.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import {
  cutText,
  normalizeCode,
  normalizeLine,
  optionalCode,
  optionalName,
} from "#app/platform/schemas/fields.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users } from "#db/index.ts";
import { isFreeEmail } from "#db/scopes/users.ts";
import { parseCsv } from "./import-csv.server.ts";

// A list of people is checked first, then run. Both read the stored text again, a few lines a turn of the event loop.

export const maxPeople = 20_000;
export const importGone = "This list is not there any more. Please choose the file again.";
/** How long one turn of the event loop may read lines. */
const maxTurnMs = 10;
const peopleInBatch = 20;
const maxShownProblems = 100;

/** One list at a time is read: each keeps the thread busy for a second or two. */
const queue = new TaskQueue({ concurrency: 1, maxQueued: 10 });

/** The columns that are read, by the titles of spreadsheets and forms without blanks, signs and what is in brackets. */
const titles = {
  firstName: ["firstname", "fname", "givenname", "forename"],
  lastName: ["lastname", "lname", "surname", "familyname"],
  /** Split at its last blank. */
  name: [
    ...["name", "fullname", "yourname", "yourfullname", "studentname", "nameofstudent", "nameofthestudent"],
    ...[
      "alumniname",
      "nameofalumni",
      "membername",
      "candidatename",
      "studentsname",
      "nameofcandidate",
      "participantname",
    ],
  ],
  email: [
    ...["email", "emailaddress", "emailid", "mail", "mailid", "youremail", "username", "emailaddressid"],
    ...[
      "studentemail",
      "studentemailid",
      "collegeemail",
      "collegeemailid",
      "personalemail",
      "personalemailid",
    ],
    ...["officialemail", "officialemailid", "primaryemail", "gmail", "gmailid", "contactemail"],
  ],
  batchYear: [
    ...[
      "batch",
      "batchyear",
      "yearofbatch",
      "graduationyear",
      "yearofgraduation",
      "gradyear",
      "graduatingyear",
    ],
    ...[
      "passingyear",
      "yearofpassing",
      "yop",
      "passoutyear",
      "yearofpassout",
      "passedoutyear",
      "passingoutyear",
    ],
    ...["yearofpassingout", "passyear", "completionyear", "yearofcompletion", "expectedgraduationyear"],
    ...["expectedyearofgraduation", "expectedpassingyear", "classof", "passout", "passoutbatch"],
  ],
  phone: [
    ...[
      "phone",
      "phoneno",
      "phonenumber",
      "mobile",
      "mobileno",
      "mobilenumber",
      "mobilephone",
      "mobilephonenumber",
    ],
    ...["contact", "contactno", "contactnumber", "cell", "cellno", "cellnumber", "cellphone", "telephone"],
    ...[
      "telephoneno",
      "telephonenumber",
      "phonemobile",
      "mobilephoneno",
      "studentmobileno",
      "studentmobilenumber",
    ],
    ...["whatsapp", "whatsappno", "whatsappnumber", "whatsappmobileno", "whatsappmobilenumber"],
  ],
  skills: ["skills", "skill", "skillset", "keyskills", "technicalskills"],
};
const columns = new Map(
  Object.entries(titles).flatMap(([name, keys]) => keys.map((key) => [key, name] as const)),
);

const personSchema = z.object({
  firstName: registerFields.firstName,
  /** Many people have one name. */
  lastName: optionalName(60).transform((text) => text ?? ""),
  email: registerFields.email,
  batchYear: registerFields.batchYear,
  skills: registerFields.skills,
  phone: optionalCode(30)
    .refine((text) => text === null || normalizePhone(text, "+91") !== null, "Phone is invalid")
    .transform((text) => text && normalizePhone(text, "+91")),
});
type Person = z.output<typeof personSchema>;
/** The columns that a person may be invited without. */
const optionalColumns = ["phone", "skills"];

/** The effect of a run. */
export interface ImportCheck {
  /** The people to invite. */
  people: Person[];
  /** How many have an account already; nothing happens to them. */
  existing: number;
  /** The problems, in the order of their lines. */
  problems: { line: number; name: string; email: string; text: string }[];
  problemCount: number;
  /** Lines that are left out because of a problem. The other lines with one lose a phone or skills only. */
  leftOut: number;
  /** Titles of columns that nothing is read from. */
  ignored: string[];
  /** Why nothing can be run at all. */
  refusal: string | null;
}

/**
 * Checks a list: each line by the rules of the registration, and whether an address comes twice or has an account.
 * @param maxProblems how many problems are named; all are counted
 */
export const checkImport = (content: string, maxProblems = maxShownProblems): Promise<ImportCheck> =>
  queue.run(() => readList(content, maxProblems));

async function readList(content: string, maxProblems: number): Promise<ImportCheck> {
  const result: ImportCheck = {
    people: [],
    existing: 0,
    problems: [],
    problemCount: 0,
    leftOut: 0,
    ignored: [],
    refusal: null,
  };
  const addProblem = (line: number, fields: Fields, text: string, isLeftOut = true) => {
    result.problemCount++;
    if (isLeftOut) result.leftOut++;
    if (result.problems.length < maxProblems) result.problems.push({ line, ...nameLine(fields), text });
  };
  const lineOf = new Map<string, number>();
  let names: (string | undefined)[] | null = null;
  let turnStarted = performance.now();
  let count = 0;
  for (const { line, cells, isQuoteOpen } of parseCsv(content)) {
    if (performance.now() - turnStarted > maxTurnMs) {
      await nextTurn();
      turnStarted = performance.now();
    }
    if (cells.length === 0) continue;
    if (!names) {
      names = cells.map(toColumn);
      result.ignored = cells
        .filter((_, index) => names?.[index] === undefined)
        .map((title) => cutText(title, 60));
      const missing = findMissing(names);
      if (missing.length > 0) {
        return {
          ...result,
          refusal: `The first line must name the columns. It lacks: ${missing.join(", ")}.`,
        };
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
    const fields = toFields(names, cells);
    if (isQuoteOpen) {
      addProblem(line, fields, "A quote in this line is not closed");
      continue;
    }
    const { person, problem } = readPerson(fields);
    if (problem !== null) addProblem(line, fields, problem, person === null);
    if (person === null) continue;
    const earlier = lineOf.get(person.email);
    if (earlier !== undefined) {
      addProblem(line, fields, `The address is in line ${earlier} already`);
      continue;
    }
    lineOf.set(person.email, line);
    result.people.push(person);
  }
  if (count === 0) return { ...result, refusal: "There is nobody in this list." };
  return withoutExisting(result);
}

/** Returns the person of a line, without what is wrong in an optional column; null when something else is wrong. */
function readPerson(fields: Fields): { person: Person | null; problem: string | null } {
  const parsed = personSchema.safeParse(fields);
  if (parsed.success) return { person: parsed.data, problem: null };
  const { issues } = parsed.error;
  const text = [...new Set(issues.map(({ message }) => message))].join(". ");
  const wrong = issues.map(({ path }) => String(path[0]));
  if (!wrong.every((name) => optionalColumns.includes(name))) return { person: null, problem: text };
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.includes(name)));
  return { person: personSchema.parse(kept), problem: `${text}. The person is invited without it` };
}

/** The columns that the first line lacks, in the words that it could have used. */
function findMissing(names: (string | undefined)[]): string[] {
  const has = (name: string) => names.includes(name);
  return [
    !has("name") && !(has("firstName") && has("lastName")) && "Name",
    !has("email") && "Email",
    !has("batchYear") && "Batch year",
  ].filter((title) => title !== false);
}

/** Longer than any title of a column. */
const maxTitleLength = 100;
const toColumn = (title: string) =>
  columns.get(
    normalizeCode(title.slice(0, maxTitleLength))
      .toLowerCase()
      .replace(/\([^)]*\)|\[[^\]]*\]/g, "")
      .replace(/[^a-z]/g, ""),
  );

type Fields = Record<string, string>;

/** If two columns hold the same thing, the first one with a value counts. */
function toFields(names: (string | undefined)[], cells: string[]): Fields {
  const fields: Fields = {};
  for (const [index, name] of names.entries()) {
    if (name !== undefined) fields[name] ||= normalizeLine(cells[index] ?? "");
  }
  const full = fields.name ?? "";
  if (full !== "" && !fields.firstName && !fields.lastName) {
    const at = full.lastIndexOf(" ");
    fields.firstName = at < 0 ? full : full.slice(0, at);
    fields.lastName = at < 0 ? "" : full.slice(at + 1);
  }
  return fields;
}

/** Whom a line is about, as its cells have it. */
const nameLine = ({ name, firstName = "", lastName = "", email = "" }: Fields) => ({
  name: cutText(name || `${firstName} ${lastName}`.trim(), 121),
  email: cutText(email, 254),
});

/** Takes out people who have an account. */
async function withoutExisting(check: ImportCheck): Promise<ImportCheck> {
  const taken = new Set<string>();
  for (let start = 0; start < check.people.length; start += 500) {
    const emails = check.people.slice(start, start + 500).map(({ email }) => email);
    const rows = await db
      .select({ email: sql<string>`wanted.value` })
      .from(sql`json_each(${JSON.stringify(emails)}) as wanted`)
      .where(sql`not ${isFreeEmail(sql`wanted.value`)}`);
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
        ...(invited === 0 ? [insertAuditEntry(viewer.id, "invited people from", { text: fileName })] : []),
        ...enqueueInvitations(viewer, chunk, now),
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
  name: `${person.firstName} ${person.lastName}`.trim(),
  createdAt: now,
});

/** Sends an invitation to each new account. */
const enqueueInvitations = (viewer: Viewer, people: Person[], now: number) =>
  enqueueLinkMails(
    people.map(({ email }) => email),
    and(eq(users.createdAt, now), isNull(users.passwordHash), isNull(users.googleSubject)),
    invitationLink(viewer.name),
    now,
  );
