import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { listProgrammeChoices } from "#app/account/programmes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { formatDay, upcoming } from "#app/platform/time/time.server.ts";
import { connections, db, users } from "#db/index.ts";
import { isConnectionWith, profileColumns, stranger, visibleColumns } from "#db/scopes/users.ts";
import { privateFields } from "#db/vocabulary.ts";
import { describeCompleteness } from "../../completeness.ts";
import { suggestBranches } from "../../member-filter.server.ts";
import { avatarUrl } from "../../person.server.ts";
import { getStudyStatus } from "../../study-status.server.ts";
import { profileRules, toFormValues } from "./profile-form.server.ts";
import type { ProfileFormPage } from "./profile-form.tsx";
import { askWayLabels, audienceNotes } from "./profile-texts.ts";

/** The kind of reader that a profile is shown to. */
export type SeenAs = "owner" | "member" | "connection";

/** A line of the profile: its label, its text or null, and its audience, if the owner chooses one. */
type Fact = readonly [label: string, text: string | null, seenBy: string | null];

/** A member's own row. */
export async function requireOwnRow({ id }: Viewer) {
  const [row] = await db
    .select({ ...getTableColumns(users), ...profileColumns() })
    .from(users)
    .where(eq(users.id, id));
  if (!row) throw new Error("the session's member does not exist");
  return row;
}
type OwnRow = Awaited<ReturnType<typeof requireOwnRow>>;

/** Maximum number of suggestions, in alphabetical order, regardless of case. */
const maxSuggestions = 200;
const selectExisting = (column: "branch" | "company") => {
  const name = sql.raw(column);
  const next = (
    after?: SQL,
  ) => sql`(select ${name} from users where ${name} is not null and +status = 'active'
    ${after && sql`and ${name} collate nocase > ${after}`} order by ${name} collate nocase, id limit 1)`;
  return db.select({ name: sql<string>`name` }).from(
    sql`(with recursive found(name) as (select ${next()} union all
        select ${next(sql`found.name`)} from found where found.name is not null limit ${maxSuggestions})
        select name from found where name is not null)`,
  );
};

/** The form's data: its rules, the current values, and suggestions from other members' entries. */
export async function createFormPage(row: OwnRow): Promise<ProfileFormPage> {
  const [existing, companies] = await Promise.all([selectExisting("branch"), selectExisting("company")]);
  return {
    rules: profileRules,
    values: toFormValues(row),
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    missing: describeCompleteness(row, getStudyStatus(row).alumni).next?.field ?? null,
    programmes: listProgrammeChoices(row.programmeId),
    branches: await suggestBranches(existing.map(({ name }) => name)),
    companies: companies.map(({ name }) => name),
  };
}

/** A member's own profile, with what is still missing. */
export async function loadOwnProfile(viewer: Viewer) {
  const row = await requireOwnRow(viewer);
  const { alumni } = getStudyStatus(row);
  return {
    ...present(row, row),
    hidden: [],
    completeness: describeCompleteness(row, alumni),
  };
}

/** A member's profile as another member or a connection sees it, with the labels of the facts hidden from them. */
export async function loadPreview(viewer: Viewer, as: "member" | "connection") {
  const [row] = await db
    .select({
      ...visibleColumns(stranger, as === "connection" ? sql`true` : sql`false`),
      ...profileColumns(),
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(stranger.id))
    .where(eq(users.id, viewer.id));
  if (!row) throw new Error("the session's member does not exist");
  const shown = present(row, null);
  const own = present(await requireOwnRow(viewer), null);
  const hidden = own.facts.filter(([, text], at) => text !== null && shown.facts[at]?.[1] === null);
  return {
    ...shown,
    facts: shown.facts.filter(([, text]) => text !== null),
    hidden: hidden.map(([label]) => label),
    completeness: null,
  };
}

type ShownRow = Pick<
  OwnRow,
  | (
      | "name"
      | "email"
      | "avatarFile"
      | "batchYear"
      | "programmeId"
      | "branch"
      | "skills"
      | "company"
      | "position"
    )
  | ("phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
  | ("about" | "topics" | "askBy" | "notNowUntil" | "links" | "positions")
  | ("mentoringPlaces" | "mentoringNote" | "mentoringFree")
>;

/** @param own the owner's row, which contains each detail's audience; null in a preview */
function present(row: ShownRow, own: OwnRow | null) {
  const { year, alumni } = getStudyStatus(row);
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
    ...(row.programmeId === null ? [] : [["Programme", programmeOf(row.programmeId).name, null] as const]),
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
      : `${year ? `Year ${year}` : `Batch ${row.batchYear ?? "N/A"}`}, ${row.branch ?? "Branch not added yet"}`,
    work: [row.position, row.company].filter(Boolean).join(" at ") || null,
    location: row.location,
    cgpa: details.cgpa[1],
    skills: row.skills,
    facts,
    about: row.about,
    topics: row.topics?.split(" ") ?? [],
    ways: row.askBy.map((way) => askWayLabels[way]),
    notNowUntil: formatUpcoming(row.notNowUntil),
    links: row.links.map((url) => ({ url, site: new URL(url).hostname.replace(/^www\./, "") })),
    positions: row.positions.map(({ from, to, ...position }) => ({
      ...position,
      time: `${formatMonth(from)} – ${to === null ? "today" : formatMonth(to)}`,
    })),
    mentoring:
      row.mentoringPlaces === null || (own === null && row.mentoringFree === null)
        ? null
        : {
            places: row.mentoringPlaces,
            free: row.mentoringFree ?? 0,
            note: row.mentoringNote,
          },
  };
}

function formatUpcoming(day: string | null): string | null {
  const shown = upcoming(day);
  return shown && formatDay(shown);
}

/** "May 2024" */
const formatMonth = (month: string) => formatDay(`${month}-01`).replace(/^1 /, "");

export type ShownProfile = ReturnType<typeof present>;
