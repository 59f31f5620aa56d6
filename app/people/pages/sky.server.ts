import { and, sql } from "drizzle-orm";
import { today } from "#app/platform/time/time.server.ts";
import { db } from "#db/index.ts";
import { isVisibleSubject, visibleSubjects } from "#db/scopes/thanks.ts";
import { things as knownThings } from "#db/things.ts";
import { type ThankedKind, thankedKinds } from "#db/vocabulary.ts";
import { getAlumniYear, getStudyStatus, type Student } from "../study-status.server.ts";
import { lowTop, type Sky, skySize } from "./sky.ts";

const maxThanks = 1_000;
const maxStars = 200;
/** A sky with at most this many stars is drawn low. */
const fewStars = 5;
/** How many of the most helpful are joined by lines, if they are close enough to each other. */
const maxJoined = 24;
const maxLine = 130;
const maxYears = 12;
const maxLabels = 5;

const edge = 16;
/** Stars are drawn above the horizon. */
const horizon = skySize.height - 14;

interface Thing {
  kind: ThankedKind;
  id: number;
  at: number;
  helped: number;
}
interface Star extends Thing {
  x: number;
  y: number;
}

/**
 * Only thanks for readable items under the receiver's name. Hidden thanks and those of blocked members are not
 * counted.
 */
const selectThanks = (userId: number) =>
  db
    .select({
      giver: sql<number | null>`iif(given.is_named, given.user_id, null)`,
      answer: sql<number | null>`answers.id`,
      comment: sql<number | null>`comments.id`,
      resource: sql<number | null>`resources.id`,
      event: sql<number | null>`events.id`,
      experience: sql<number | null>`experiences.id`,
      at: sql<number>`coalesce(answers.answered_at, comments.created_at, resources.created_at, events.starts_at,
        experiences.created_at)`,
    })
    .from(
      sql`(select * from thanks where receiver_id = ${userId} order by id desc limit ${maxThanks}) as given
        ${visibleSubjects(userId)}`,
    )
    .where(and(sql`given.hidden_at is null and given.blocked_at is null`, isVisibleSubject));

/** Returns null for a member without thanks. */
export async function loadSky(userId: number, student: Student): Promise<Sky | null> {
  const rows = await selectThanks(userId);
  const things = new Map<string, Thing>();
  for (const row of rows) {
    const kind = thankedKinds.find((name) => row[name] !== null);
    if (!kind) continue;
    const key = `${kind} ${row[kind]}`;
    const thing = things.get(key) ?? { kind, id: row[kind] ?? 0, at: row.at, helped: 0 };
    thing.helped++;
    things.set(key, thing);
  }
  if (things.size === 0) return null;
  // Unnamed thanks are counted one by one: counting them by member would link them to each other and to named
  // ones.
  const named = rows.flatMap(({ giver }) => giver ?? []);
  const people = new Set(named).size + rows.length - named.length;
  return drawSky([...things.values()], student, {
    people: `Helped ${people}${rows.length === maxThanks ? "+" : ""} ${people === 1 ? "person" : "people"}`,
  });
}

function drawSky(things: Thing[], student: Student, { people }: { people: string }): Sky {
  const byHelp = things.toSorted((a, b) => b.helped - a.helped || b.at - a.at || b.id - a.id);
  const top = things.length > fewStars ? 0 : lowTop;
  const { stars, years } = placeThings(byHelp, student, top && top + edge);
  const drawn = stars.slice(0, maxStars);
  const [first, ...others] = drawn;
  if (!first) throw new Error("cannot draw a sky without stars");
  return {
    people,
    things: thankedKinds.flatMap((kind) => {
      const number = things.filter((thing) => thing.kind === kind).length;
      const { knownAs } = knownThings[kind];
      return number === 0 ? [] : [{ kind, text: `${number} ${knownAs}${number === 1 ? "" : "s"}` }];
    }),
    years,
    stars: groupStars(others),
    lines: joinNeighbours(drawn.slice(0, maxJoined)),
    haze: drawHaze(stars.slice(maxStars)),
    ...(top > 0 && { top }),
    brightest: { kind: first.kind, x: first.x, y: first.y },
  };
}

/** Left to right by academic year, within a year by age at even distances. The height depends on the id. */
function placeThings(things: Thing[], student: Student, top: number) {
  const days = new Map(things.map((thing) => [thing, today(thing.at)]));
  const yearOf = (thing: Thing) => getAlumniYear(days.get(thing));
  const last = Math.max(...things.map(yearOf));
  const first = Math.max(Math.min(...things.map(yearOf)), last - maxYears + 1);
  const count = last - first + 1;
  const columns = Map.groupBy(things, (thing) => Math.max(0, yearOf(thing) - first));
  const width = (skySize.width - 2 * edge) / count;
  const places = new Map<Thing, { x: number; y: number }>();
  for (const [column, members] of columns) {
    for (const [rank, thing] of members.toSorted((a, b) => a.at - b.at || a.id - b.id).entries()) {
      const x = edge + width * (column + (rank + 0.5) / members.length);
      places.set(thing, { x: roundToEven(x), y: heightOf(thing, top) });
    }
  }
  const step = Math.ceil(count / maxLabels);
  const years = Array.from({ length: count }, (_, column) =>
    column % step === 0 ? describeYear(first + column, student) : "",
  );
  return {
    stars: things.map((thing): Star => ({ ...thing, ...(places.get(thing) ?? { x: 0, y: 0 }) })),
    years,
  };
}

/** Even numbers compress better. */
const roundToEven = (value: number) => 2 * Math.round(value / 2);

/** Multiples of the golden ratio are spread evenly, however many there are. */
const golden = 0.618_034;
const heightOf = ({ id, kind }: Thing, top: number): number => {
  const share = (id * golden + thankedKinds.indexOf(kind) * 0.27) % 1;
  return roundToEven(top + edge + share * (horizon - top - 2 * edge));
};

/** "Year 3" for their years of study, otherwise "2026/27". @param end the year in whose June it ends */
function describeYear(end: number, student: Student): string {
  const { year } = getStudyStatus(student, `${end}-01-01`);
  return year === null ? `${end - 1}/${String(end).slice(2)}` : `Year ${year}`;
}

const radiusOf = ({ helped }: Thing): number => {
  if (helped < 2) return 2;
  if (helped < 5) return 2.8;
  return 3.8;
};

const groupStars = (stars: Star[]): Sky["stars"] =>
  [...Map.groupBy(stars, ({ kind }) => kind)].map(([kind, ofKind]) => [
    kind,
    [...Map.groupBy(ofKind, radiusOf)].map(([radius, ofSize]) => [
      radius,
      `M${ofSize.map(({ x, y }) => `${x} ${y}`).join(" ")}`,
    ]),
  ]);

const distance = (a: Star, b: Star): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The shortest lines that join all stars, without the long ones. Such lines never cross. */
function joinNeighbours([first, ...rest]: Star[]): string {
  if (!first) return "";
  const joined = [first];
  const waiting = new Set(rest);
  let path = "";
  let end: Star | null = null;
  while (waiting.size > 0) {
    const pairs = [...waiting].flatMap((to) =>
      joined.map((from) => ({ from, to, length: distance(from, to) })),
    );
    const nearest = pairs.reduce((best, pair) => (pair.length < best.length ? pair : best));
    const { from, to, length } = nearest;
    waiting.delete(to);
    joined.push(to);
    if (length > maxLine) continue;
    path += `${from === end ? "" : `M${from.x} ${from.y}`} ${to.x} ${to.y}`;
    end = to;
  }
  return path;
}

const hazeColumns = 8;
function drawHaze(stars: Star[]): Sky["haze"] {
  const width = skySize.width / hazeColumns;
  const columns = Map.groupBy(stars, ({ x }) => Math.min(hazeColumns - 1, Math.floor(x / width)));
  return [...columns].map(([column, { length }]) => [
    Math.round((column + 0.5) * width),
    Math.round(horizon * (0.7 - 0.05 * column)),
    Math.round(Math.min(70, 24 + 4 * Math.sqrt(length))),
  ]);
}
