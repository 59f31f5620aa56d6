import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { color, medium, narrow, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const head = style([
  styleHead(),
  { paddingTop: space[5], "@media": { [phone]: { paddingTop: space[4] } } },
]);
/** On phones the button is beside the title, in place of the drawing, and the sentence below both. */
const drawn = `${head}:has(> svg)`;
globalStyle(`${drawn} h1:first-child:has(+ p)`, { "@media": { [phone]: { flexBasis: "auto" } } });
globalStyle(`${drawn} h1:first-child + p`, { "@media": { [phone]: { flexBasis: "100%" } } });
globalStyle(`${drawn} > :has(> h1:first-child + p) ~ a`, { "@media": { [phone]: { order: 0 } } });
globalStyle(`${head} > a + svg`, { "@media": { [phone]: { display: "none" } } });
export const subtitle = style({ marginTop: space[2], color: color.inkSoft, textWrap: "balance" });
export const columns = style({
  display: "grid",
  gap: space[5],
  paddingBlock: space[5],
  "@media": {
    // The drawer's opener is beside the search.
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto", gap: space[3], paddingBlock: space[3] },
    [wide]: {
      gridTemplateColumns: "248px minmax(0, 1fr)",
      gridTemplateRows: "auto 1fr",
      columnGap: space[7],
      paddingBlock: space[6],
    },
  },
});
export const results = style({
  "@media": { [narrow]: { gridColumn: "1 / -1" } },
  minWidth: 0,
  scrollMarginTop: space[4],
  outlineOffset: space[2],
});
export const listHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  paddingBottom: space[3],
  borderBottom: `1px solid ${color.ink}`,
  fontSize: type.quiet,
  background: color.surface,
  zIndex: 1,
});
/** On wide screens short results stay visible while the filters scroll, and so does the count of long ones. */
globalStyle(`${results}, ${listHead}`, {
  "@media": { [wide]: { position: "sticky", top: 0, alignSelf: "start" } },
});
globalStyle(`${listHead} > a`, { "@media": { [medium]: { marginLeft: "auto" } } });
export const activeBadge = style({
  paddingInline: space[2],
  borderRadius: radius.round,
  background: color.tint,
  color: color.inkSoft,
  fontSize: type.quiet,
});
export const salaryLine = style({ paddingBlock: space[3], color: color.inkSoft });
export const searchLine = style({ paddingTop: space[3] });
export const searchChip = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  maxWidth: "100%",
  minHeight: touch,
  paddingInline: space[4],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.round,
  color: color.ink,
  fontSize: type.quiet,
  textDecoration: "none",
  overflowWrap: "anywhere",
});
/** The summary of a fold. */
export const opener = style({
  display: "flex",
  alignItems: "center",
  gap: space[2],
  minHeight: 48,
  fontSize: type.quiet,
  fontWeight: 600,
});
globalStyle(`${opener}::after`, {
  content: "",
  flex: "none",
  width: 8,
  height: 8,
  margin: `0 ${space[1]}px 0 auto`,
  border: "solid currentColor",
  borderWidth: "0 1.75px 1.75px 0",
  transform: "rotate(45deg)",
});
globalStyle(`[open] > ${opener}::after`, { transform: "rotate(225deg)" });
/** On phones the action is beside the status, on wider screens beside the title. */
export const row = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr) auto",
  columnGap: space[3],
  alignItems: "end",
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { alignItems: "start", paddingBlock: space[4] } },
});
globalStyle(`${row} > :first-child`, { alignSelf: "start", gridRow: "1 / span 2" });
export const rowText = style({
  gridColumn: "2 / -1",
  minWidth: 0,
  overflowWrap: "anywhere",
  "@media": { [medium]: { gridColumn: 2 } },
});
export const rowTitle = style({
  textWrap: "pretty",
  fontSize: type.body,
  "@media": { [medium]: { fontSize: type.large } },
});
/** Scrolls a focused row to below the sticky count. */
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none", scrollMarginTop: 72 });
globalStyle(`${rowTitle} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${rowTitle} a:focus-visible`, { outline: "none" });
globalStyle(`${rowTitle} a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
  borderRadius: radius.small,
});
globalStyle(`${row}:hover ${rowTitle} a`, { textDecoration: "underline" });
/** A line of facts with dots between them. */
const dotted = styleFacts();
export const facts = style([
  dotted,
  {
    marginTop: 2,
    color: color.inkSoft,
    fontSize: type.quiet,
    lineHeight: 1.4,
    "@media": { [phone]: { fontSize: type.small, lineHeight: 1.3 } },
  },
]);
/** On phones only the job's page says how to apply. */
export const method = style({});
globalStyle(`${facts} > ${method}`, { "@media": { [phone]: { display: "none" } } });
globalStyle(`${facts} b`, { color: color.ink, fontWeight: 600 });
/** On phones the company has a line of its own. */
globalStyle(`${row} ${facts} > b`, { "@media": { [phone]: { flex: "1 0 100%" } } });
export const state = style([
  dotted,
  {
    gridColumn: 2,
    marginTop: space[1],
    color: color.inkSoft,
    fontSize: type.small,
    lineHeight: 1.3,
    "@media": { [phone]: { display: "contents" } },
  },
]);
/** On phones each fact has its own line, where the dot before it is clipped. */
globalStyle(`${state} > span`, {
  "@media": { [phone]: { gridColumn: 2, alignSelf: "start", overflowX: "clip" } },
});
export const salary = style({ color: color.ink });
globalStyle(`${state} > ${salary}`, {
  "@media": { [phone]: { gridColumn: "2 / -1", margin: "2px 0" } },
});
/** When the job was posted. Of the two, phones show only the deadline. */
export const besideDeadline = style({ "@media": { [phone]: { display: "none" } } });
export const closed = style({
  display: "flex",
  alignItems: "center",
  gap: 6,
  color: color.ink,
  selectors: {
    "&::before": {
      content: "",
      width: 7,
      height: 7,
      marginLeft: 0,
      borderRadius: radius.round,
      background: "currentColor",
    },
  },
});
/** Above the link that covers the row. */
export const flash = style({ position: "relative", width: "100%", gridColumn: "1 / -1" });
export const rowAction = style({
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "end",
  gap: space[2],
  gridArea: "3 / 3 / span 2",
  "@media": { [medium]: { gridArea: "1 / 3" } },
});
/** On phones a member's own job has one line for where it is and one for its state. */
globalStyle(`${row}:has(${rowAction} > :nth-child(2)) :is(${facts} > :nth-child(n + 3), ${salary})`, {
  "@media": { [phone]: { display: "none" } },
});
globalStyle(`${row}:has(${rowAction} > :nth-child(2)) > ${state}`, {
  "@media": { [phone]: { display: "flex", gridColumn: "2 / -1" } },
});
/** Apply and the bookmark that removes a saved job, which on phones is in the row's corner. */
export const savedActs = style({ display: "flex", alignItems: "start", gap: space[1] });
globalStyle(`${savedActs} form svg`, { color: color.primary, fill: "currentColor" });
globalStyle(`${row} ${savedActs} > form`, {
  "@media": { [phone]: { position: "absolute", insetBlockStart: 0, insetInlineEnd: -space[3] } },
});
globalStyle(`${rowAction}:has(> ${savedActs})`, { "@media": { [phone]: { position: "static" } } });
globalStyle(`${row}:has(${savedActs}) ${rowTitle}`, {
  "@media": { [phone]: { paddingInlineEnd: space[6] } },
});
/** A disabled button says the same, on phones in this place. One in a form is disabled only while it is sent. */
globalStyle(`${row}:has(button:disabled) ${closed}`, { display: "none" });
globalStyle(`${row}:has(button:disabled) ${rowAction}`, {
  "@media": { [phone]: { gridArea: "3 / 2", justifyContent: "start" } },
});
globalStyle(`${row} :not(form) > button:disabled`, {
  paddingInline: 0,
  border: 0,
  background: "none",
  minHeight: 0,
  paddingBlock: 2,
  fontSize: type.small,
  opacity: 0.7,
});
/** On phones, several buttons get their own line. */
globalStyle(`${rowAction}:has(> :nth-child(2))`, {
  gridArea: "auto / 2 / auto / -1",
  justifyContent: "start",
  marginTop: space[2],
  "@media": { [medium]: { gridArea: "1 / 3", justifyContent: "end", marginTop: 0 } },
});
/** The title should stand out, not the button, which is the same in every row. */
globalStyle(`${rowAction} > a:only-child, ${savedActs} > a`, {
  borderColor: color.line,
  color: color.primary,
});
/** The member's own state, and since when: last on phones, at the row's end on wider screens. */
export const stated = style([
  dotted,
  {
    gridArea: "2 / 2 / auto / -1",
    color: color.inkSoft,
    fontSize: type.quiet,
    "@media": {
      [phone]: { marginTop: space[1], fontSize: type.small, lineHeight: 1.3 },
      [medium]: { gridArea: "1 / 3", flexWrap: "nowrap", whiteSpace: "nowrap" },
    },
  },
]);
export const own = style({
  marginTop: space[1],
  fontSize: type.quiet,
  "@media": { [phone]: { fontSize: type.small, lineHeight: 1.3 } },
});
export const relation = style({ color: color.good, fontSize: type.small, fontWeight: 600 });
globalStyle(`${stated} > b`, { fontSize: "inherit" });
/** "Saved". */
globalStyle(`${facts} span b`, { color: color.good });
globalStyle(`${stated} > b:not([class])`, { color: color.ink });
/** On phones the button looks smaller than its touch target. */
globalStyle(`:is(${rowAction}, ${savedActs}) > :is(a, button)`, {
  "@media": {
    [phone]: { position: "relative", minHeight: 36, paddingInline: space[2], fontSize: type.small },
  },
});
globalStyle(`:is(${rowAction}, ${savedActs}) > :is(a, button)::after`, {
  "@media": { [phone]: { content: "", position: "absolute", inset: "-5px 0" } },
});
globalStyle(`${rowAction}:has(> :nth-child(2)) > a`, {
  "@media": { [phone]: { minHeight: touch, fontSize: type.quiet } },
});
export const tabs = styleTabs();
globalStyle(`${tabs} + *`, { "@media": { [phone]: { paddingTop: space[2] } } });
export const more = style({ display: "flex", justifyContent: "center", paddingBlock: space[5] });
export const emptyActions = style({
  display: "flex",
  flexWrap: "wrap",
  gap: space[3],
});
export const area = styleArea("11rem");
