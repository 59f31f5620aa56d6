import { and, eq, isNull, not, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizePhone, registerFields } from "#app/account/input.server.ts";
import { usualProgramme } from "#app/account/programmes.server.ts";
import { details } from "#app/people/profile-input.server.ts";
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
import { namedBatch } from "#db/named-batch.ts";
import { existingProgramme, hasProvider, isFreeEmail } from "#db/scopes/users.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { parseCsv } from "./import-csv.server.ts";

// A member list is checked first, then imported. Both read the stored text from the start and yield to other requests
// every few lines.

export const maxPeople = 20_000;
export const importGone = "This list is no longer here. Please choose the file again.";
/** How long lines are read before yielding to the event loop. */
const maxTurnMs = 10;
const peopleInBatch = 20;
const maxShownProblems = 100;

/** Lists are read one at a time, because each keeps the thread busy for a second or two. */
const queue = new TaskQueue({ concurrency: 1, maxQueued: 10 });

/** The recognized columns by their titles in spreadsheets and forms, without spaces, symbols and bracketed text. */
const titles = {
  firstName: ["firstname", "fname", "givenname", "forename"],
  lastName: ["lastname", "lname", "surname", "familyname"],
  /** Split at the last space. */
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
  programme: ["programme", "program", "programmename", "programname", "degree", "degreeprogramme", "course"],
  branch: ["branch", "branchname", "department", "dept", "discipline", "stream", "specialization"],
  roll: [
    ...["roll", "rollno", "rollnumber", "studentid", "usn", "prn", "enrollmentno", "enrollmentnumber"],
    ...["enrolmentno", "enrolmentnumber", "registrationno", "registrationnumber", "regno"],
  ],
  company: ["company", "companyname", "currentcompany", "employer", "organization", "organisation"],
  position: ["position", "currentposition", "designation", "jobtitle", "role"],
  location: ["location", "currentlocation", "city", "currentcity"],
};
const columns = new Map(
  Object.entries(titles).flatMap(([name, keys]) => keys.map((key) => [key, name] as const)),
);

const personSchema = z.object({
  firstName: registerFields.firstName,
  /** Optional, because many people have only one name. */
  lastName: optionalName(60).transform((text) => text ?? ""),
  email: registerFields.email,
  batchYear: registerFields.batchYear,
  skills: registerFields.skills,
  phone: optionalCode(30)
    .refine((text) => text === null || normalizePhone(text, "+91") !== null, "Phone is invalid")
    .transform((text) => text && normalizePhone(text, "+91")),
  programme: registerFields.programme,
  branch: details.branch,
  roll: details.roll,
  company: details.company,
  position: details.position,
  location: details.location,
});
type Person = z.output<typeof personSchema>;
/** Columns whose errors do not prevent an invitation. */
const optionalColumns = ["phone", "skills", "programme", "branch", "roll", "company", "position", "location"];

/** What an import would do. */
export interface ImportCheck {
  /** The people to invite. */
  people: Person[];
  /** People who already have an account. They are skipped. */
  existing: number;
  /** The problems, ordered by line. */
  problems: { line: number; name: string; email: string; text: string }[];
  problemCount: number;
  /** Lines skipped because of a problem. Other lines lose only an optional column. */
  leftOut: number;
  /** Titles of ignored columns. */
  ignored: string[];
  /** Why nothing can be imported, or null. */
  refusal: string | null;
}

/**
 * Checks a list: whether each line follows the rules of the registration, and whether its address appears twice or has
 * an account.
 * @param maxProblems how many problems are listed. All are counted
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
      await yieldToRequests();
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
      addProblem(line, fields, `The address is already in line ${earlier}`);
      continue;
    }
    lineOf.set(person.email, line);
    result.people.push(person);
  }
  if (count === 0) return { ...result, refusal: "This list has no people in it." };
  return withoutExisting(result);
}

/** Returns the person on a line, without invalid optional columns, or null if a required column is invalid. */
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

/** The columns missing in the first line, by titles that it could use. */
function findMissing(names: (string | undefined)[]): string[] {
  const has = (name: string) => names.includes(name);
  return [
    !has("name") && !(has("firstName") && has("lastName")) && "Name",
    !has("email") && "Email",
    !has("batchYear") && "Batch year",
  ].filter((title) => title !== false);
}

/** Longer than any column's title. */
const maxTitleLength = 100;
const toColumn = (title: string) =>
  columns.get(
    normalizeCode(title.slice(0, maxTitleLength))
      .toLowerCase()
      .replace(/\([^)]*\)|\[[^\]]*\]/g, "")
      .replace(/[^a-z]/g, ""),
  );

type Fields = Record<string, string>;

/** If two columns have the same meaning, the first with a value wins. */
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

/** The name and address on a line, as written in its cells. */
const nameLine = ({ name, firstName = "", lastName = "", email = "" }: Fields) => ({
  name: cutText(name || `${firstName} ${lastName}`.trim(), 121),
  email: cutText(email, 254),
});

/** Removes people who already have an account. */
async function withoutExisting(check: ImportCheck): Promise<ImportCheck> {
  const taken = new Set<string>();
  for (let start = 0; start < check.people.length; start += 500) {
    const emails = check.people.slice(start, start + 500).map(({ email }) => email);
    const rows = await db
      .select({ email: sql<string>`wanted.value` })
      .from(sql`json_each(${JSON.stringify(emails)}) as wanted`)
      .where(sql`not ${isFreeEmail(sql`wanted.value`)}`);
    for (const { email } of rows) taken.add(email);
    await yieldToRequests();
  }
  const people = check.people.filter(({ email }) => !taken.has(email));
  return { ...check, people, existing: taken.size };
}

/**
 * Creates the accounts in a list and mails each person a link to set a password. Each batch is atomic, and an
 * interrupted import can be run again, because existing accounts are skipped.
 * @returns how many were invited
 */
export async function runImport(viewer: Viewer, fileName: string, content: string): Promise<number> {
  const { people } = await checkImport(content);
  return queue.run(async () => {
    let invited = 0;
    for (let start = 0; start < people.length; start += peopleInBatch) {
      const now = Date.now();
      const chunk = people.slice(start, start + peopleInBatch);
      const { created } = await namedBatch({
        created: db
          .insert(users)
          .values(chunk.map((person) => toRow(person, now)))
          .onConflictDoNothing({ target: users.email })
          .returning({ id: users.id }),
        // One audit trail entry per import, with the first batch that creates accounts.
        recorded:
          invited === 0 ? [insertAuditEntry(viewer.id, "invited people from", { text: fileName })] : [],
        invitations: enqueueInvitations(viewer, chunk, now),
      });
      invited += created.length;
      await yieldToRequests();
    }
    logSecurityEvent("members-invited", { memberId: viewer.id, count: invited });
    wakeMailQueue();
    return invited;
  });
}

const toRow = ({ programme, ...person }: Person, now: number) => ({
  ...person,
  programmeId: existingProgramme(programme ?? usualProgramme()),
  status: "active" as const,
  name: `${person.firstName} ${person.lastName}`.trim(),
  createdAt: now,
});

/** Sends an invitation to each new account. */
const enqueueInvitations = (viewer: Viewer, people: Person[], now: number) =>
  enqueueLinkMails(
    people.map(({ email }) => email),
    and(eq(users.createdAt, now), isNull(users.passwordHash), not(hasProvider)),
    invitationLink(viewer.name),
    now,
  );
