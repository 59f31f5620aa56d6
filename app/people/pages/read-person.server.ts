import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { isWebLink } from "#app/platform/schemas/fields.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { formatDay, formatShortDay, today } from "#app/platform/time/time.server.ts";
import { connections, db, tags, users, userTopics } from "#db/index.ts";
import { canBeginAnonymously } from "#db/scopes/conversations.ts";
import { freePlaces, mentoredCount } from "#db/scopes/mentoring.ts";
import { isVisibleSubject, visibleSubjects } from "#db/scopes/thanks.ts";
import { isConnectionWith, stranger, visibleColumns } from "#db/scopes/users.ts";
import type { AskWay, CareerStep } from "#db/vocabulary.ts";
import { connectionTexts } from "../connection-texts.ts";
import { type Contribution, isContributionOn, selectContributions } from "../contributions.server.ts";
import { type ContributionKind, contributionKinds } from "../contributions-input.server.ts";
import { describeConnection } from "../describe-connection.ts";
import { avatarUrl, listAskWays } from "../person.server.ts";
import { getStudyStatus } from "../study-status.server.ts";
import { loadSky } from "./sky.server.ts";

/** How many contributions of each kind the page shows. */
const shownThings = 3;
const maxShownLines = 2;

/** The kind of reader that your own page is previewed for. */
export type SeenAs = "member" | "connection";

/** @throws HttpError 404 for an unknown or suspended member, or one who has left */
export async function loadPerson(viewer: Viewer, id: number, seenAs: SeenAs) {
  const isOwn = id === viewer.id;
  const [row] = await selectPerson(viewer, id, isOwn ? seenAs : null);
  if (row?.status === "deleted") throw new HttpError(404, "This person has left.");
  if (row?.status !== "active") throw new HttpError(404, connectionTexts.unknown);
  const kinds = contributionKinds.filter(isContributionOn);
  const [topics, sky, lines, ...given] = await Promise.all([
    selectTopics(id),
    loadSky(id, row),
    selectShownLines(id),
    ...kinds.map((kind) => selectContributions(kind, id, shownThings + 1)),
  ]);
  const names = topics.map(({ name }) => name);
  const firstName = row.firstName || row.name;
  return {
    ...presentPage(row),
    firstName,
    topics: names,
    asking: describeAsking(row),
    mentoring: describeMentoring(row, names.length > 0),
    sky,
    lines: isAreaOn("thanks") ? lines.map(({ line }) => line) : [],
    given: kinds.flatMap((kind, index) => {
      const things = given[index] ?? [];
      const rows = things.slice(0, shownThings).map((thing) => presentContribution(kind, thing));
      return rows.length > 0 ? [{ kind, rows, hasMore: things.length > shownThings }] : [];
    }),
    seenAs: isOwn ? seenAs : null,
    ...describeConnection(row, viewer.id),
  };
}

const selectPerson = (viewer: Viewer, id: number, seenAs: SeenAs | null) => {
  const reader = seenAs ? stranger : viewer;
  return db
    .select({
      ...visibleColumns(reader, seenAs ? sql.raw(String(seenAs === "connection")) : undefined),
      firstName: users.firstName,
      status: users.status,
      about: users.about,
      askBy: users.askBy,
      allowAnonymous: sql`${users.allowAnonymous} and ${canBeginAnonymously(viewer.id)}`.mapWith(Boolean),
      notNowUntil: users.notNowUntil,
      links: users.links,
      positions: users.positions,
      free: freePlaces(),
      mentoringNote: users.mentoringNote,
      mentored: mentoredCount,
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(reader.id))
    .where(eq(users.id, id));
};
type PersonRow = Awaited<ReturnType<typeof selectPerson>>[number];

const selectTopics = (userId: number) =>
  db
    .select({ name: tags.name })
    .from(userTopics)
    .innerJoin(tags, eq(tags.id, userTopics.tagId))
    .where(eq(userTopics.userId, userId))
    .orderBy(userTopics.position);

/** The newest lines of thanks that the member shows. */
const selectShownLines = (userId: number) =>
  db
    .select({ line: sql<string>`given.line` })
    .from(sql`thanks as given ${visibleSubjects(userId)}`)
    .where(
      and(
        sql`given.receiver_id = ${userId} and given.is_shown = 1 and given.hidden_at is null and given.blocked_at is null`,
        isVisibleSubject,
      ),
    )
    .orderBy(sql`given.id desc`)
    .limit(maxShownLines);

function presentPage(row: PersonRow) {
  const { year, alumni } = getStudyStatus(row);
  const study = alumni || !year ? row.batchYear && `Class of ${row.batchYear}` : `Year ${year}`;
  return {
    id: row.id,
    name: row.name,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    work: [row.position, row.company].filter(Boolean).join(", "),
    study: [study, row.branch].filter(Boolean).join(", "),
    location: row.location,
    about: row.about,
    links: row.links.flatMap(presentLink),
    path: [...row.positions.map(presentPosition), ...presentStudy(row)],
  };
}

/**
 * A link is labelled with its site. Links that another version stored and that are not web addresses are left out.
 */
function presentLink(href: string) {
  const site = isWebLink(href) ? URL.parse(href) : null;
  return site ? [{ href: site.href, site: site.hostname.replace(/^www\./, "") }] : [];
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const describeMonth = (month: string) => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

function presentPosition({ title, company, from, to }: CareerStep) {
  const time =
    to === null ? `since ${describeMonth(from)}` : `${describeMonth(from)} to ${describeMonth(to)}`;
  return { title, place: company, time: from === to ? describeMonth(from) : time };
}

/** The first step of every career path. */
const presentStudy = ({ positions, branch, batchYear, programmeId }: PersonRow) =>
  positions.length > 0 && batchYear !== null
    ? [
        {
          title: branch ?? "College",
          place: "Here",
          time: `${batchYear - programmeOf(programmeId).years} to ${batchYear}`,
        },
      ]
    : [];

/** The ways in which a member likes to be asked, or the date until which they don't. */
function describeAsking({ notNowUntil, ...row }: PersonRow): { until: string | null; ways: AskWay[] } {
  if (notNowUntil !== null && today() < notNowUntil) return { until: formatDay(notNowUntil), ways: [] };
  return { until: null, ways: listAskWays(row) };
}

/** The page's note about mentoring; empty for members who neither offer it nor show how many they have mentored. */
function describeMentoring({ free, mentoringNote, mentored, notNowUntil }: PersonRow, hasTopics: boolean) {
  const isOpen = free !== null && hasTopics;
  const places = free === 1 ? "one place free" : `${free} places free`;
  const told = [
    isOpen && (free === 0 ? "Open to mentoring, all places taken." : `Open to mentoring: ${places}.`),
    mentored !== null && mentored > 0 && `Mentored ${mentored}.`,
  ].filter(Boolean);
  const isNow = notNowUntil === null || today() >= notNowUntil;
  return {
    text: told.join(" "),
    note: isOpen ? mentoringNote : "",
    canBeAsked: isOpen && free > 0 && isNow,
  };
}

/** A contribution as a row shows it, with its facts in one line. */
export function presentContribution(
  kind: ContributionKind,
  { title, url, at, helped, isAccepted, company }: Contribution,
) {
  const day = formatShortDay(today(at));
  const facts = [
    isAccepted && "accepted",
    kind === "jobs" ? company : helped > 0 && `helped ${helped}`,
    (kind === "events" || (kind === "resources" && helped === 0)) && day,
  ];
  return { title, url, facts: facts.filter(Boolean).join(" · ") };
}
export type ContributionRow = ReturnType<typeof presentContribution>;
export type PersonPage = Awaited<ReturnType<typeof loadPerson>>;
