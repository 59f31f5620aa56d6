import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import {
  color,
  font,
  medium,
  narrow,
  phone,
  radius,
  space,
  touch,
  type,
  wide,
} from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const head = style([
  styleHead(),
  { paddingTop: space[5], "@media": { [phone]: { paddingTop: space[4] } } },
]);
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
export const line = style({ paddingBlock: `${space[3]}px ${space[1]}px` });
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
/**
 * Only the action, or what has come of it, is at the row's end, and on phones below the salary.
 */
export const row = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr) auto",
  columnGap: space[3],
  alignItems: "center",
  paddingBlock: space[4],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [phone]: { paddingBlock: space[2] } },
});
globalStyle(`${row} > :first-child`, { alignSelf: "start", gridRow: "1 / span 2" });
export const rowText = style({
  gridColumn: 2,
  minWidth: 0,
  overflowWrap: "anywhere",
  "@media": { [phone]: { display: "contents" } },
});
export const rowTitle = style({
  gridColumn: "2 / -1",
  textWrap: "pretty",
  fontSize: type.large,
  "@media": { [phone]: { fontSize: type.body } },
});
/** "Saved", with the bookmark of the button that saves. */
globalStyle(`${rowTitle} b`, {
  marginLeft: space[2],
  color: color.primary,
  font: `600 ${type.small} ${font.text}`,
});
globalStyle(`${rowTitle} b::before`, {
  content: "",
  display: "inline-block",
  height: 14,
  marginBottom: -2,
  border: "4px solid",
  borderBottomColor: "transparent",
});
/** Scrolls a focused row to below the sticky count. */
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none", scrollMarginTop: 72 });
globalStyle(`${rowTitle} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${rowTitle} a:focus-visible`, { outline: "none" });
globalStyle(`${rowTitle} a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
});
globalStyle(`${row}:hover ${rowTitle} a`, { textDecoration: "underline" });
/** A line of facts with dots between them. */
export const dotted = styleFacts();
export const facts = style([
  dotted,
  {
    marginTop: 2,
    color: color.inkSoft,
    fontSize: type.quiet,
    lineHeight: 1.4,
    "@media": {
      [phone]: { gridArea: "2 / 2 / auto / -1", fontSize: type.small, lineHeight: 1.25 },
    },
  },
]);
globalStyle(`${facts} > :is(:first-child, b)`, { color: color.ink });
/** On phones the company is followed by when the job was posted, or by the salary. */
globalStyle(`${facts} > :first-child`, {
  "@media": { [phone]: { flex: "1 0 60%", order: -1, textAlign: "left" } },
});
globalStyle(`${facts} > :last-child`, { "@media": { [phone]: { order: -1, overflowX: "clip" } } });
export const state = style([
  dotted,
  {
    gridColumn: 2,
    alignItems: "baseline",
    marginTop: space[1],
    color: color.inkSoft,
    fontSize: type.small,
    "@media": { [phone]: { display: "contents" } },
  },
]);
/** Clips the dot where a fact has a line or an end of its own. */
globalStyle(`${state} > *`, {
  "@media": { [phone]: { gridColumn: 2, lineHeight: 1.25, overflowX: "clip" } },
});
/** Without a deadline, the only line beside the button. */
globalStyle(`${state} > :nth-child(2):last-child`, {
  "@media": { [phone]: { gridRow: "span 2" } },
});
const salary = `${state} > :first-child`;
globalStyle(salary, {
  color: color.ink,
  fontSize: type.quiet,
  "@media": {
    [narrow]: { flexBasis: "100%" },
    [phone]: { gridColumn: "2 / -1", marginTop: 6, fontSize: type.small },
  },
});
/** On phones only the job's page says where the button leads. */
globalStyle(`${state} span span + span`, { "@media": { [phone]: { display: "none" } } });
export const closed = style({ color: color.ink });
/** A job that is over is quieter. */
globalStyle(`${row}:has(${closed}) > :first-child`, { opacity: 0.5 });
globalStyle(`${row}:has(${closed}) :is(${rowTitle} a, ${facts} > :first-child, ${salary}, ${closed})`, {
  color: color.inkSoft,
});
/** Above the link that covers the row. */
export const flash = style({ position: "relative", gridColumn: "1 / -1" });
export const rowAction = style({
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "end",
  gap: space[2],
  gridArea: "1 / 3 / span 2",
  fontSize: type.small,
  "@media": { [phone]: { gridArea: "4 / 3 / span 2", alignSelf: "end" } },
});
/** On phones a member's own job says instead what has come of it. */
globalStyle(`${row}:has(${rowAction} > form) ${salary}`, { "@media": { [phone]: { display: "none" } } });
/** Apply and the bookmark that removes a saved job, which on phones is in the row's corner. */
export const savedActs = style({ display: "flex", alignItems: "center", gap: space[1] });
globalStyle(`${savedActs} form svg`, { color: color.primary, fill: "currentColor" });
globalStyle(`${row} ${savedActs} > form`, {
  marginRight: -space[3],
  "@media": { [phone]: { position: "absolute", top: -space[1], right: 0 } },
});
globalStyle(`${rowAction}:has(> ${savedActs})`, { "@media": { [phone]: { position: "static" } } });
globalStyle(`${row}:has(${savedActs}) ${rowTitle}`, {
  "@media": { [phone]: { paddingRight: space[7] } },
});
/** A disabled button says the same. One in a form is disabled only while it is sent. */
globalStyle(`${row}:has(button:disabled) ${closed}`, { display: "none" });
globalStyle(`${row} :not(form) > button:disabled`, {
  padding: "2px 0",
  border: 0,
  background: "none",
  minHeight: 0,
  fontSize: type.small,
  opacity: 0.7,
});
globalStyle(`${rowAction} > a:only-child, ${savedActs} > a`, {
  "@media": { [medium]: { minWidth: "9rem" } },
});
/** On phones, the buttons of a member's own job get their own line. */
globalStyle(`${rowAction}:has(> form)`, {
  "@media": {
    [phone]: { gridArea: "auto / 2 / auto / -1", justifyContent: "start", marginTop: space[2] },
  },
});
/** The title should stand out, not the buttons, which are the same in every row. */
globalStyle(`${rowAction} a, ${rowAction} > form > button`, {
  borderColor: color.line,
  color: color.primary,
});
/** The member's own state, and since when: last on phones, at the row's end on wider screens. */
export const stated = style([
  dotted,
  {
    gridArea: "1 / 3",
    color: color.inkSoft,
    fontSize: type.quiet,
    "@media": {
      [phone]: {
        gridArea: "auto / 2 / auto / -1",
        marginTop: space[1],
        fontSize: type.small,
      },
    },
  },
]);
export const own = style({
  gridColumn: "2 / -1",
  marginTop: space[1],
  fontSize: type.quiet,
  "@media": { [phone]: { fontSize: type.small, lineHeight: 1.3 } },
});
export const relation = style({ color: color.good });
globalStyle(`${stated} > b:not([class])`, { color: color.ink });
/** On phones buttons look smaller than their touch targets. */
globalStyle(`${rowAction} :is(a, button)`, {
  "@media": {
    [phone]: { position: "relative", minHeight: 36, paddingInline: space[2], fontSize: type.small },
  },
});
globalStyle(`${rowAction} :is(a, button)::after`, {
  "@media": { [phone]: { content: "", position: "absolute", inset: "-5px 0" } },
});
export const tabs = styleTabs();
globalStyle(`${tabs} + *`, { "@media": { [phone]: { paddingTop: space[2] } } });
export const more = style({ display: "flex", justifyContent: "center", paddingBlock: space[5] });
export const area = styleArea("11rem");
