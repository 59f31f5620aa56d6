import type { Token } from "markdown-it";
import { env } from "#app/platform/env.server.ts";
import { isCostlyMarkdown, tooManyMarks } from "#app/platform/schemas/markdown-rules.ts";
import { createRenderer, tryToRender } from "#app/questions/markdown.server.ts";
import { type Weekday, weekdays } from "#db/vocabulary.ts";
import { boardRules, boardTexts } from "./rules.ts";

/** The only Markdown with tables. */
const markdown = createRenderer().enable("table");
// A page's policy allows no inline styles, and a wide table scrolls in its own box.
markdown.renderer.rules.table_open = () =>
  '<div data-table role="group" aria-label="Table" tabindex="0">\n<table>\n';
markdown.renderer.rules.table_close = () => "</table>\n</div>\n";
for (const cell of ["th_open", "td_open"])
  markdown.renderer.rules[cell] = (tokens, index, options, _env, own) => {
    const token = tokens[index];
    const style = token?.attrGet("style");
    if (token && style) token.attrs = [["data-align", String(style).replace("text-align:", "")]];
    return own.renderToken(tokens, index, options);
  };

/** Checked before parsing, which takes time for every column in every row, even in short rows. */
const hasManyColumns = (text: string): boolean =>
  text.split("\n").some((line) => (line.match(/(?<!\\)\|/g)?.length ?? 0) > boardRules.columns + 1);

/** A sentence that says why a board cannot have this text, or null if it can. */
export function findMistake(text: string): string | null {
  if (isCostlyMarkdown(text)) return tooManyMarks;
  if (hasManyColumns(text)) return boardTexts.manyColumns;
  let tables: Table[] = [];
  const html = tryToRender(text, markdown, (tokens) => {
    tables = findTables(tokens);
    return tokens;
  });
  if (tables.some(({ rows }) => rows.length > boardRules.rows)) return boardTexts.manyRows;
  return html === null ? tooManyMarks : null;
}

interface Table {
  /** The index of the first token of the table's body, and the index after its last token. */
  start: number;
  end: number;
  header: string[];
  rows: { tokens: Token[]; cells: string[]; day: Weekday | null }[];
}

/** An English weekday, long or short, with or without a date after it, but not a list or range of days. */
const dayNames =
  /^(mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|r|rs|rsday|urday)?\b\.?(?!\s*(?:[-–—&,/+](?!\s*\d)|to\b|and\b|or\b))/i;
const dayOf = (cell: string): Weekday | null => {
  const name = dayNames.exec(cell)?.[1]?.toLowerCase();
  return weekdays.find((day) => day === name) ?? null;
};

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? " " : content))
    .join("")
    .trim();

function findTables(tokens: Token[]): Table[] {
  const tables: Table[] = [];
  let [isBody, rowStart] = [false, 0];
  let cells: string[] = [];
  for (const [index, { type }] of tokens.entries()) {
    const table = tables.at(-1);
    if (type === "table_open") tables.push({ start: -1, end: -1, header: [], rows: [] });
    else if (type === "tbody_open") isBody = true;
    else if (type === "tbody_close") isBody = false;
    else if (type === "tr_open") [rowStart, cells] = [index, []];
    else if (type === "th_open" || type === "td_open") cells.push(plainText(tokens[index + 1]));
    else if (type === "tr_close" && table && !isBody) table.header = cells;
    else if (type === "tr_close" && table) {
      if (table.start < 0) table.start = rowStart;
      table.end = index + 1;
      const row = { tokens: tokens.slice(rowStart, index + 1), cells, day: dayOf(cells[0] ?? "") };
      table.rows.push(row);
    }
  }
  return tables;
}

/**
 * The rows of each weekday: the one that names it, and those below with an empty first cell. Null if the table has
 * fewer than two weekdays.
 */
function groupByDay({ rows }: Table) {
  const first = rows.findIndex(({ day }) => day !== null);
  const groups: { day: Weekday | null; rows: Table["rows"] }[] = [];
  for (const row of rows.slice(Math.max(0, first))) {
    if (row.day !== null || row.cells[0] !== "") groups.push({ day: row.day, rows: [row] });
    else groups.at(-1)?.rows.push(row);
  }
  const days = new Set(groups.flatMap(({ day }) => day ?? []));
  return days.size < 2 ? null : { before: rows.slice(0, first), groups };
}

/** A row as a line, with the headings of its columns: "Breakfast: Idli · Lunch: Rajma". */
const describeRow = (header: string[], cells: string[]): string =>
  cells
    .map((cell, index) => [index === 0 ? "" : (header[index] ?? ""), cell] as const)
    .filter(([, cell], index) => index > 0 && cell !== "")
    .map(([head, cell]) => (head ? `${head}: ${cell}` : cell))
    .join(" · ");

const maxLine = 200;

/** The line of each weekday in the first table whose first column has weekdays. */
export function readWeek(text: string): Partial<Record<Weekday, string>> {
  for (const table of findTables(markdown.parse(text, {}))) {
    const week = groupByDay(table);
    if (!week) continue;
    const lines = week.groups.flatMap(({ day, rows }) => {
      if (day === null) return [];
      const line = rows
        .map(({ cells }) => describeRow(table.header, cells))
        .filter(Boolean)
        .join("; ");
      const letters = Array.from(line);
      return [[day, letters.length > maxLine ? `${letters.slice(0, maxLine - 1).join("")}…` : line] as const];
    });
    return Object.fromEntries(lines.toReversed());
  }
  return {};
}

const weekdayFormat = new Intl.DateTimeFormat("en-GB", { timeZone: env.TIME_ZONE, weekday: "short" });

/** The weekday of a moment in the community's time zone. */
export const weekdayAt = (now: number): Weekday => dayOf(weekdayFormat.format(now)) ?? "mon";

/** Renders a board. Tables of weekdays begin with today. Earlier days move to their end. */
export function renderBoard(text: string, now = Date.now()): string {
  const today = weekdayAt(now);
  return (
    tryToRender(text, markdown, (tokens) => putDayFirst(tokens, today)) ??
    `<p>${markdown.utils.escapeHtml(text)}</p>`
  );
}

function putDayFirst(tokens: Token[], today: Weekday): Token[] {
  const arranged = [...tokens];
  for (const table of findTables(tokens)) {
    const week = groupByDay(table);
    const place = week?.groups.findIndex(({ day }) => day === today) ?? -1;
    if (!week || place < 0) continue;
    const { before, groups } = week;
    for (const { rows } of groups.filter(({ day }) => day === today))
      for (const {
        tokens: [open],
      } of rows)
        open?.attrSet("data-today", "");
    const rows = [
      ...before,
      ...[...groups.slice(place), ...groups.slice(0, place)].flatMap((group) => group.rows),
    ];
    arranged.splice(table.start, table.end - table.start, ...rows.flatMap((row) => row.tokens));
  }
  return arranged;
}
