import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { styleDialog } from "#app/ui/dialog-style.ts";
import { styleOpen, styleSummary } from "#app/ui/drawer-style.ts";
import { styleFactList } from "#app/ui/fact-list-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { item } from "#app/ui/list.css.ts";
import { pair, spread } from "#app/ui/styles/layout.css.ts";
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

export const frame = style({
  display: "grid",
  alignContent: "start",
  gap: space[5],
  paddingBlock: space[5],
  gridTemplateColumns: "minmax(0, 1fr)",
  "@media": {
    [phone]: { gap: space[3], paddingTop: space[2] },
    [wide]: { gridTemplateColumns: "200px minmax(0, 1fr)", gap: space[7] },
  },
});
/** A single line that scrolls to the window's edges and fades there to show that more follows. */
const scrolls = {
  flexWrap: "nowrap",
  marginInline: -space[4],
  paddingInline: `${space[4]}px ${space[6]}px`,
  overflowX: "auto",
  scrollbarWidth: "none",
  maskImage: `linear-gradient(90deg, #0000, #000 ${space[4]}px calc(100% - ${space[6]}px), #0000)`,
} as const;
/** Beside the page if there is space. */
export const nav = style({
  position: "relative",
  display: "flex",
  alignContent: "start",
  gap: space[1],
  "@media": {
    [narrow]: { ...scrolls, scrollPaddingInline: space[6], borderBottom: `1px solid ${color.line}` },
    [wide]: { flexDirection: "column" },
  },
});
/** A page's lists as links, underlined like tabs to differ from the navigation. */
export const lists = style({
  display: "flex",
  gap: space[4],
  "@media": {
    [phone]: { ...scrolls, flex: `0 0 calc(100% + ${2 * space[4]}px)` },
    [medium]: { flexWrap: "wrap" },
  },
});
globalStyle(`:is(${nav}, ${lists}) a`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[2],
  minHeight: touch,
  paddingInline: space[3],
  borderRadius: radius.small,
  color: color.ink,
  fontSize: type.quiet,
  textDecoration: "none",
  whiteSpace: "nowrap",
});
globalStyle(`${lists} a`, { paddingInline: 0, borderRadius: 0, color: color.inkSoft });
globalStyle(`${nav} a:focus-visible`, { outlineOffset: -2 });
globalStyle(`${nav} a:hover`, { background: color.tint });
// Bold text would be wider and move the other links.
globalStyle(`${nav} a[aria-current]`, {
  background: color.tint,
  boxShadow: `inset 0 -3px ${color.primary}`,
  "@media": { [wide]: { boxShadow: `inset 3px 0 ${color.primary}` } },
});
// The current link is in view without scripts, in browsers that know this property.
globalStyle(`${nav} a[aria-current]:not(:first-child)`, {
  "@media": { [narrow]: { scrollInitialTarget: "nearest" } as object },
});
globalStyle(`${lists} a[aria-current]`, {
  color: color.ink,
  boxShadow: `inset 0 -2px ${color.accent}`,
});
export const content = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: space[5],
  minWidth: 0,
  "@media": { [phone]: { gap: space[3] } },
});
globalStyle(`${content} > :is(h1, div, p, section) + :is(section, dl)`, {
  "@media": { [phone]: { marginTop: space[3] } },
});
// The sentence about the page.
globalStyle(`${content} > :is(h1, div:has(> h1:last-child)) + p`, {
  marginTop: -space[4],
  maxWidth: "68ch",
  textWrap: "pretty",
  "@media": { [phone]: { marginTop: -space[1] } },
});
// An empty list or an error, which have their own margins elsewhere.
globalStyle(`${content} > div:has(> svg)`, { margin: 0, padding: 0 });
globalStyle(`${content} > * + div:has(> svg)`, {
  marginTop: -space[4],
  "@media": { [phone]: { marginTop: -space[1] } },
});
globalStyle(`${content} > div > svg ~ p`, { maxWidth: "68ch" });
// Each row has a line above it.
globalStyle(`${content} > ul`, { borderBottom: `1px solid ${color.line}` });
/** On phones the list's first row is visible, and the button is beside the title. */
export const head = styleHead();
globalStyle(`${head} h1 + p`, { "@media": { [medium]: { marginTop: space[2] } } });

/** Five charts and the figures, in six cards of one width. */
export const cards = style([
  pair,
  { "@media": { [wide]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gridAutoRows: "1fr" } } },
]);
globalStyle(`${cards} > ul`, { display: "contents" });
export const card = style({
  display: "grid",
  alignContent: "start",
  gap: space[1],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
/** A name, its value at the end of the line, and notes about it. */
export const figure = style({
  display: "grid",
  gridTemplateColumns: "auto 1fr",
  columnGap: space[3],
  fontSize: type.quiet,
});
globalStyle(`${figure} > :not(dt + dd)`, { color: color.inkSoft });
globalStyle(`${figure} > dt + dd`, { fontWeight: 600, textAlign: "end" });
globalStyle(`${figure} > dd + dd`, { gridColumn: "1 / -1", fontSize: type.small });

export const tags = style({
  display: "grid",
  columnGap: space[6],
  "@media": { [medium]: { gridTemplateColumns: "1fr 1fr" } },
});
/** One line: a name, its number of questions, and its menu at the end. */
export const tag = style({
  display: "flex",
  alignItems: "center",
  columnGap: space[3],
  borderTop: `1px solid ${color.line}`,
});
globalStyle(`${tag} > :first-child`, {
  display: "inline-flex",
  alignItems: "center",
  flex: 1,
  minWidth: 0,
  minHeight: touch,
  color: color.ink,
  overflowWrap: "anywhere",
  textDecoration: "none",
});
globalStyle(`${tag} > a:hover`, { textDecoration: "underline" });
globalStyle(`${tag} > :first-child + span`, { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" });
/**
 * The button that opens the form is at the right of the title, and the open form below both. On phones the sentence is as
 * wide as the page.
 */
export const tagsHead = style({
  display: "grid",
  gridTemplateColumns: "minmax(min-content, 1fr) auto",
  columnGap: space[3],
});
globalStyle(`${tagsHead} h1`, { "@media": { [phone]: { alignContent: "center", minHeight: touch } } });
globalStyle(`${tagsHead} > details[open]`, { gridColumn: "1 / -1", marginTop: space[3] });
globalStyle(`${tagsHead} > div`, { "@media": { [phone]: { display: "contents" } } });
globalStyle(`${tagsHead} > div > p`, {
  "@media": { [phone]: { gridArea: "2 / 1 / auto / -1", marginTop: space[1] } },
});
globalStyle(`${tagsHead} > details:not([open])`, { "@media": { [phone]: { gridArea: "1 / 2" } } });
export const renaming = style({ marginTop: space[4] });

export const itemTitle = style({
  fontFamily: "inherit",
  fontSize: type.body,
  lineHeight: 1.4,
  letterSpacing: 0,
});
/** What is reported, why, how often and when. The whole row is the link. */
export const report = style({
  position: "relative",
  display: "grid",
  gap: space[1],
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
});
/** Marked with a coloured bar in the margin. */
export const urgentReport = style([
  report,
  {
    "::before": {
      content: "",
      position: "absolute",
      inset: `0 auto 0 ${-space[3]}px`,
      width: 3,
      background: color.warn,
    },
  },
]);
/** Its button is at the end of the first line, and on wide screens of all lines, which it does not make higher. */
export const muted = style([
  report,
  { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space[3], alignItems: "center" },
]);
globalStyle(`${muted} > form`, {
  gridArea: "1 / 2",
  "@media": { [medium]: { gridRowEnd: "span 3", marginBlock: -space[2] } },
});
globalStyle(`${muted} > p`, { "@media": { [phone]: { gridColumn: "1 / -1" } } });
export const reportTitle = style([
  itemTitle,
  {
    display: "-webkit-box",
    WebkitBoxOrient: "vertical",
    WebkitLineClamp: 2,
    overflow: "hidden",
    textWrap: "wrap",
  },
]);
globalStyle(`${reportTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${reportTitle} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${reportTitle} a:focus-visible`, { outline: "none" });
globalStyle(`${reportTitle} a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
  borderRadius: radius.small,
});
globalStyle(`${report}:hover ${reportTitle} a`, { textDecoration: "underline" });
/** A name without a rule below it, because its row has hairlines. */
export const nameLink = style({
  paddingBlock: 13,
  color: color.ink,
  textDecoration: "none",
  selectors: { "&:hover": { textDecoration: "underline" } },
});
export const muteReason = style({ color: color.inkSoft, fontSize: type.quiet });
globalStyle(`${muteReason} q`, { color: color.ink });
export const outcome = styleVariants({
  dismissed: { color: color.ink },
  removed: { color: color.bad },
  muted: { color: color.warn },
  lifted: { color: color.good },
});
export const reason = style({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  maxWidth: "68ch",
  overflow: "hidden",
  overflowWrap: "anywhere",
});
export const reportFacts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
globalStyle(`${reportFacts} b:not([class])`, { color: color.warn });
/** An entry of the audit trail. On wide screens its date is at the end of the first line. */
export const entry = style([
  item,
  { "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space[4] } } },
]);
globalStyle(`${entry} > :last-child`, { "@media": { [medium]: { gridArea: "1 / 2" } } });
export const subject = style({
  textWrap: "pretty",
  selectors: { "&::first-letter": { textTransform: "uppercase" } },
});
export const reasons = style({ display: "grid", gap: space[2], maxWidth: "68ch" });
export const thing = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
export const lines = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  overflow: "hidden",
});
export const said = style({ padding: `${space[2]}px ${space[4]}px` });
export const reportedLine = style([said, { background: color.tint, boxShadow: `inset 3px 0 ${color.warn}` }]);
/** An item with its buttons or menu at the end of its first line. */
export const itemWithActs = style([item, { display: "flex", flexWrap: "wrap", alignItems: "start" }]);
globalStyle(`${itemWithActs} > :first-child`, { flex: "1 1 12rem", minWidth: 0 });
/** Decisions about a report. On phones they are as wide as the page. */
export const decisions = style({});
globalStyle(`${decisions} > *`, { "@media": { [phone]: { flex: "1 1 auto" } } });

export const steps = style({ display: "grid", borderTop: `1px solid ${color.line}` });
export const step = style({
  display: "grid",
  gap: space[1],
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${step} :is(a, dt)`, { fontWeight: 600 });
export const trouble = style([
  step,
  { paddingInlineStart: space[3], boxShadow: `inset 3px 0 ${color.warn}` },
]);
globalStyle(`:not(${steps}) > ${trouble}`, { borderTop: `1px solid ${color.line}` });
globalStyle(`${trouble} + ${lists}`, { "@media": { [medium]: { marginTop: -space[4] } } });
export const stepDone = style([step, { color: color.inkSoft }]);
globalStyle(`${stepDone} a`, { color: "inherit", fontWeight: 400 });
/** A step, with its progress at the end of the line. */
export const stepHead = style({
  display: "flex",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: space[3],
});
globalStyle(`${stepHead} > :last-child`, { flex: "none" });
export const done = style({
  color: color.good,
  fontSize: type.quiet,
  fontWeight: 600,
});
globalStyle(`${done} svg`, { display: "inline", verticalAlign: "-3px" });
/** On the line of the links beside it. */
export const hideSteps = style({
  selectors: {
    "&&": { border: 0, paddingBlock: 13, color: "inherit", fontWeight: 400, lineHeight: "inherit" },
  },
});
export const setting = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(220px, 100%), 1fr))",
  alignItems: "baseline",
  columnGap: space[4],
  minWidth: 0,
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
});
/** Not on paper. */
export const onScreen = style({ "@media": { print: { display: "none" } } });
export const print = style({
  "@media": { "(scripting: none)": { selectors: { "&&": { display: "none" } } } },
});
/** The logo as in the header, but larger. */
export const logo = style({ width: "auto", maxWidth: "100%", height: 56, objectFit: "contain" });
export const unset = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(260px, 100%), 1fr))",
  gap: `${space[1]}px ${space[4]}px`,
  fontSize: type.quiet,
});
export const auditFilter = style({ display: "flex", flexWrap: "wrap", alignItems: "end", gap: space[3] });
globalStyle(`${auditFilter} > :not(:last-child)`, { flex: "1 1 11rem" });
// The sample of what to type is long.
globalStyle(`${auditFilter} > :first-child`, { flex: "1.5 1 16rem" });
export const filterSummary = styleSummary();
export const filterDrawer = style({});
styleOpen(filterDrawer, medium);

/** A text to copy, in a field as high as the text. */
export const wholeText = style({ maxWidth: "45rem", fieldSizing: "content" });

export const bars = style({ width: "100%", maxWidth: 280, height: "auto", fill: color.primary });
globalStyle(`${bars} text`, { fill: color.ink, fontSize: 12, textAnchor: "middle" });
export const barDay = style({});
globalStyle(`${bars} ${barDay}`, { fill: color.inkSoft });

/** Shown only while the checkbox for muting is checked. */
export const ifMuted = style({
  selectors: { "form:has([name=mute]:not(:checked)) &": { display: "none" } },
});
export const choices = styleChoices();
export const dialog = styleDialog();

export const areas = style({ display: "grid", gap: space[1] });
globalStyle(`${areas} > legend`, { marginBottom: space[2], fontSize: type.quiet, fontWeight: 600 });

/** A button and a menu: at the end of the head, or on phones a line of their own. */
export const headActs = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  "@media": {
    [phone]: { flex: "1 1 100%" },
    // On the middle of the name.
    [medium]: { marginBottom: 6 },
  },
});
globalStyle(`${headActs} > form`, { "@media": { [phone]: { flex: 1 } } });
globalStyle(`${headActs} > form > button`, { "@media": { [phone]: { width: "100%" } } });

export const memberTop = style([spread, { alignItems: "end" }]);
export const memberHead = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  marginTop: space[2],
});
globalStyle(`${memberHead} > span`, { flex: "none" });
/** Links with padding that does not make the row higher. */
export const pages = style({ display: "flex", flexWrap: "wrap", columnGap: space[4], marginBlock: -13 });
/** Facts about a member. */
export const facts = styleFactList(104);
globalStyle(`${facts} dd`, { overflowWrap: "anywhere" });
/** A field with its button, as one more of the facts. */
export const factForm = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  paddingBlock: space[2],
  borderBlock: `1px solid ${color.line}`,
});
globalStyle(`${facts} + ${factForm}`, {
  marginTop: -space[5],
  borderTop: 0,
  "@media": { [phone]: { marginTop: -space[3] } },
});
globalStyle(`${factForm} > div`, {
  flex: "1 1 15rem",
  gridTemplateColumns: "minmax(104px, max-content) minmax(0, 1fr)",
  alignItems: "center",
  columnGap: space[3],
  maxWidth: "18rem",
});
globalStyle(`${factForm} > div > :nth-child(n + 3)`, { gridColumn: "1 / -1" });
globalStyle(`${factForm} label`, { color: color.inkSoft, fontWeight: 400 });

/** A group of settings, folded. */
export const folded = styleFolded();
// The chevron stays on the line of a long note, which is below the name only if a line is too short for both.
globalStyle(`${folded} > summary`, {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `0 ${space[2]}px`,
});
globalStyle(`${folded} > summary > span`, { flex: "1 1 5rem" });
globalStyle(`${folded} > summary::after`, { flex: "none", alignSelf: "center", margin: "-6px 6px 0 auto" });
globalStyle(`${folded} > summary > h2`, { display: "inline", fontSize: type.large });
globalStyle(`${folded} textarea`, { minHeight: 76, fieldSizing: "content" });
globalStyle(`${folded} :is(input:not([type]), input[type=text], textarea)`, { maxWidth: "45rem" });
// A sample of the current colour is at the end of the field.
globalStyle(`${folded} input[name=accent]`, {
  maxWidth: "10rem",
  background: `linear-gradient(${color.primary}, ${color.primary}) no-repeat calc(100% - 8px) / 28px 28px ${color.raised}`,
});
/** Links among the folded groups. */
export const listLinks = style({ position: "relative" });
globalStyle(`${listLinks} > li`, { borderBlock: `1px solid ${color.line}`, marginBlock: -1 });
globalStyle(`${listLinks} a`, {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `0 ${space[3]}px`,
  minHeight: touch,
  paddingBlock: space[3],
  color: color.ink,
  textDecoration: "none",
});
globalStyle(`${listLinks} b`, { flex: "none" });
globalStyle(`${listLinks} a > span`, { flex: "1 1 5rem" });
globalStyle(`${listLinks} a:hover > b`, { textDecoration: "underline" });
globalStyle(`${listLinks} a::after`, {
  content: "",
  flex: "none",
  alignSelf: "center",
  width: 8,
  height: 8,
  margin: "0 8px 0 auto",
  border: "solid currentColor",
  borderWidth: "1.75px 1.75px 0 0",
  transform: "rotate(45deg)",
  color: color.inkSoft,
});
export const listName = style({
  fontFamily: font.head,
  fontSize: type.large,
  fontWeight: 600,
  lineHeight: 1.15,
});
/** The fields of an entry: short ones side by side, a long text below. A title is as wide as its text. */
export const entryFields = style([pair, { gap: space[3], maxWidth: "45rem" }]);
globalStyle(`${entryFields}:has(textarea)`, {
  gridTemplateColumns: "repeat(auto-fit, minmax(min(300px, 100%), 1fr))",
});
globalStyle(`${entryFields} > :is(:has(textarea), :first-child:nth-last-child(2))`, { gridColumn: "1 / -1" });
/** The entry's number is beside the field, or on phones above it. */
export const numbered = style({
  display: "grid",
  gap: space[2],
  maxWidth: "40rem",
  "@media": { [phone]: { gap: space[4] } },
});
globalStyle(`${numbered} > div`, {
  "@media": { [medium]: { gridTemplateColumns: "5.5rem minmax(0, 1fr)", alignItems: "center" } },
});
globalStyle(`${numbered} > div > :nth-child(n + 3)`, { "@media": { [medium]: { gridColumn: 2 } } });
/** A sample does not look like a value. */
globalStyle(`:is(${numbered}, ${entryFields}) ::placeholder`, { fontStyle: "italic" });

/** Entries that open to be edited. */
export const entries = style({ borderBottom: `1px solid ${color.line}` });
globalStyle(`${entries} > li`, { borderTop: `1px solid ${color.line}` });
globalStyle(`${entries} form`, { paddingBlock: `${space[1]}px ${space[4]}px` });
export const entrySummary = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  minHeight: touch,
  paddingBlock: space[1],
});
globalStyle(`${entrySummary} > :first-child`, { minWidth: 0, fontWeight: 600, overflowWrap: "anywhere" });
globalStyle(`${entrySummary}::after`, {
  content: "'Edit'",
  marginInlineStart: "auto",
  color: color.primary,
  fontSize: type.quiet,
  fontWeight: 600,
});
globalStyle(`details[open] > ${entrySummary}::after`, { content: "'Close'" });
