import { eq, sql } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isConnectionWith, stranger, visibleColumns } from "#db/scopes/users.ts";
import { privateFields } from "#db/vocabulary.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { toFieldText } from "../../forms/field-text.ts";
import { describeCompleteness } from "../../people/completeness.ts";
import { loadRequestCount } from "../../people/connections.server.ts";
import { getStudyStatus } from "../../people/study-status.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { profileFormFields } from "../../schemas/profile.ts";
import { avatarUrl } from "../../schemas/user.ts";
import { formatDay } from "../../time/time.server.ts";
import type { ProfileFormPage } from "./profile-form.tsx";
import { audienceNotes } from "./texts.ts";

/** The reader that a profile is shown as. */
export type SeenAs = "owner" | "member" | "connection";

/** A line of the profile: its label, its text or null, and who else sees it where the owner chooses. */
export type Fact = readonly [label: string, text: string | null, seenBy: string | null];

/** A member's own row. */
export async function selectOwnRow({ id }: Viewer) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error("the session's member does not exist");
  return row;
}
type OwnRow = Awaited<ReturnType<typeof selectOwnRow>>;

const rules = getFieldRules(profileFormFields);

/** The form's data: the texts of its errors, and the current values. */
export function createFormPage(row: OwnRow | null): ProfileFormPage {
  const values = ["version", ...Object.keys(profileFormFields)].map((name) => [
    name,
    toFieldText(row?.[name as keyof OwnRow]),
  ]);
  return { rules, values: row ? Object.fromEntries(values) : {} };
}

/** A member's own profile for its page, with what is still missing and how many wait to be connected. */
export async function loadOwnProfile(viewer: Viewer) {
  const row = await selectOwnRow(viewer);
  const { alumni } = getStudyStatus(row.batchYear);
  return {
    ...present(row, row),
    hidden: [],
    completeness: describeCompleteness(row, alumni),
    requests: await loadRequestCount(viewer.id),
  };
}

/** A member's profile as another member, or a connection, sees it, with the names of what they don't see. */
export async function loadPreview(viewer: Viewer, as: "member" | "connection") {
  const [row] = await db
    .select(visibleColumns(stranger, as === "connection" ? sql`true` : sql`false`))
    .from(users)
    .leftJoin(connections, isConnectionWith(stranger.id))
    .where(eq(users.id, viewer.id));
  if (!row) throw new Error("the session's member does not exist");
  const shown = present(row, null);
  const own = present(await selectOwnRow(viewer), null);
  const hidden = own.facts.filter(([, text], at) => text !== null && shown.facts[at]?.[1] === null);
  return {
    ...shown,
    facts: shown.facts.filter(([, text]) => text !== null),
    hidden: hidden.map(([label]) => label),
    completeness: null,
    requests: 0,
  };
}

type ShownRow = Pick<
  OwnRow,
  | ("name" | "email" | "avatarFile" | "batchYear" | "branch" | "skills" | "company" | "position")
  | ("phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
>;

/** @param own the owner's choices of who sees what; null in a preview */
function present(row: ShownRow, own: OwnRow | null) {
  const { year, alumni } = getStudyStatus(row.batchYear);
  const details: Record<(typeof privateFields)[number], readonly [label: string, text: string | null]> = {
    phone: ["Phone", row.phone],
    roll: ["Roll number", row.roll],
    cgpa: ["CGPA", row.cgpa === null ? null : String(row.cgpa)],
    birthday: ["Birthday", row.birthday && formatDay(row.birthday)],
    gender: ["Gender", row.gender],
    location: ["Location", row.location],
  };
  const facts: Fact[] = [
    ["Email", row.email, null],
    ["Branch", row.branch, null],
    ["Batch", row.batchYear === null ? null : String(row.batchYear), null],
    ["Company", row.company, null],
    ["Position", row.position, null],
    ...privateFields.map((name): Fact => {
      const [label, text] = details[name];
      return [label, text, own && audienceNotes[own[`${name}To`]]];
    }),
  ];
  return {
    name: row.name,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    role: alumni
      ? `Alumni · Batch ${row.batchYear}`
      : `${year ? `Year ${year}` : `Batch ${row.batchYear ?? "N/A"}`} · ${row.branch ?? "Branch not added yet"}`,
    work: [row.position, row.company].filter(Boolean).join(" at ") || null,
    location: row.location,
    cgpa: details.cgpa[1],
    skills: row.skills,
    facts,
  };
}
export type ShownProfile = ReturnType<typeof present>;
