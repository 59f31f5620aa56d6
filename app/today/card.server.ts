import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import type { Statement } from "#db/database.ts";
import { isBlockBetween } from "#db/scopes/mentoring.ts";
import type { scopeSubjects } from "#db/vocabulary.ts";
import type { Person } from "../people/person.tsx";
import type { TodayKind } from "./rules.ts";

/** Maximum number of cards shown per source. Others follow as these are done. */
export const maxOfSource = 2;

export interface Card {
  /** The source's name and the subject's id: "request-12". */
  id: string;
  kind: TodayKind;
  text: string;
  /** A second line: a quotation, a time, a place or a reason. */
  detail: string | null;
  url: string;
  /** Without an address, the action is performed in place by `actOn`. */
  act: { label: string; to: string | null };
  /** Somebody awaits an answer. It can be declined, and is dismissed only until tomorrow. */
  isRequest: boolean;
  /** A suggestion: nobody is waiting for the member. */
  isOffer: boolean;
  /** The person it is about. Without one, an icon is shown. */
  person: Person | null;
  personId: number | null;
  /** The address of an event's picture, shown in place of the person or the icon. */
  cover?: string;
  icon: string;
}

export interface Reader {
  viewer: Viewer;
  now: number;
  /** Today, `YYYY-MM-DD`. */
  day: string;
}

/** Whether a card's action downloads a file, which has no page. */
export const isFileAct = ({ act: { to } }: Card): boolean =>
  to !== null && (to.endsWith(".ics") || to.startsWith("/files/"));

/** A condition on the expression for a card's id: matches cards that are not dismissed, or a single one. */
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

/** One kind of card: the limited query that finds them, most urgent first, and how to present each. */
export interface Source {
  kind: TodayKind;
  isRequest: boolean;
  /** The subject that a token's scopes must include. */
  subject: (typeof scopeSubjects)[number];
  select(reader: Reader, filter: CardFilter): Statement & SQLWrapper;
  present(rows: unknown, reader: Reader): Card[];
}

type Shown = Omit<Card, "kind" | "icon" | "isRequest" | "isOffer"> & Partial<Pick<Card, "isOffer">>;

export function defineCards<Found extends Statement & SQLWrapper>({
  present,
  ...rest
}: {
  kind: TodayKind;
  icon: string;
  isRequest?: boolean;
  isOffer?: boolean;
  subject: Source["subject"];
  select: (reader: Reader, filter: CardFilter) => Found;
  present: (row: Row<Found>, reader: Reader) => Shown;
}): Source {
  const { kind, icon, isRequest = false, isOffer = false, subject, select } = rest;
  return {
    kind,
    isRequest,
    subject,
    select,
    present: (rows, reader) =>
      (rows as Row<Found>[]).map((row) => ({ isOffer, ...present(row, reader), kind, icon, isRequest })),
  };
}
type Row<Found extends Statement> = Awaited<ReturnType<Found["execute"]>> extends (infer One)[] ? One : never;

/** Cards never name members who block the reader or are blocked by them. */
export const isNoBlockWith = ({ id }: Viewer, other: SQL) => sql`not ${isBlockBetween(sql`${id}`, other)}`;

const maxDetail = 160;
/** The beginning of a text, in quotes. */
export const quoted = (text: string): string => {
  const letters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return `“${letters.slice(0, maxDetail).join("")}${letters.length > maxDetail ? "…" : ""}”`;
};
