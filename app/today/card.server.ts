import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import type { Statement } from "#db/database.ts";
import { isBlockBetween } from "#db/scopes/mentoring.ts";
import type { scopeSubjects } from "#db/vocabulary.ts";
import type { Person } from "../people/person.tsx";
import type { TodayKind } from "./rules.ts";

/** Of each source as many are shown: the others come as these are done. */
export const maxOfSource = 2;

export interface Card {
  /** The source's name and what it is about: "request-12". */
  id: string;
  kind: TodayKind;
  text: string;
  /** A second line: what somebody wrote, when, where, why. */
  detail: string | null;
  url: string;
  /** Without an address it is done in place: `actOn`. */
  act: { label: string; to: string | null };
  /** Somebody waits for an answer: it can be declined, and is put away until tomorrow only. */
  isRequest: boolean;
  /** Who it is about. Without one a drawing of the sprite stands there. */
  person: Person | null;
  personId: number | null;
  icon: string;
}

export interface Reader {
  viewer: Viewer;
  now: number;
  /** Today, `YYYY-MM-DD`. */
  day: string;
}

/** Whether a card's act hands over a file: no page leads to it. */
export const isFileAct = ({ act: { to } }: Card): boolean =>
  to !== null && (to.endsWith(".ics") || to.startsWith("/files/"));

/** Which cards a query is for, by an expression for their ids: those that are not put away, or one. */
export type CardFilter = (card: SQL) => SQL;

export const isNotDismissed =
  ({ id }: Viewer): CardFilter =>
  (card) =>
    sql`not exists (select 1 from today_dismissals as away where away.user_id = ${id} and away.card = ${card}
      and coalesce(away.until > ${Date.now()}, 1))`;

export const isCard =
  (id: string): CardFilter =>
  (card) =>
    sql`${card} = ${id}`;

/** One kind of card: the bounded query that finds them, the most urgent first, and how each is shown. */
export interface Source {
  kind: TodayKind;
  isRequest: boolean;
  /** What a token of limited rights must be made for. */
  subject: (typeof scopeSubjects)[number];
  select(reader: Reader, filter: CardFilter): Statement & SQLWrapper;
  present(rows: unknown, reader: Reader): Card[];
}

type Shown = Omit<Card, "kind" | "icon" | "isRequest">;

export function defineCards<Found extends Statement & SQLWrapper>({
  present,
  ...rest
}: {
  kind: TodayKind;
  icon: string;
  isRequest?: boolean;
  subject: Source["subject"];
  select: (reader: Reader, filter: CardFilter) => Found;
  present: (row: Row<Found>, reader: Reader) => Shown;
}): Source {
  const { kind, icon, isRequest = false, subject, select } = rest;
  return {
    kind,
    isRequest,
    subject,
    select,
    present: (rows, reader) =>
      (rows as Row<Found>[]).map((row) => ({ ...present(row, reader), kind, icon, isRequest })),
  };
}
type Row<Found extends Statement> = Awaited<ReturnType<Found["execute"]>> extends (infer One)[] ? One : never;

/** Cards name no member who blocks the reader or is blocked by them. */
export const isNoBlockWith = ({ id }: Viewer, other: SQL) => sql`not ${isBlockBetween(sql`${id}`, other)}`;

const maxDetail = 160;
/** The begin of what somebody wrote, in quotes. */
export const quoted = (text: string): string => {
  const letters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return `“${letters.slice(0, maxDetail).join("")}${letters.length > maxDetail ? "…" : ""}”`;
};
