import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { field, label } from "#app/ui/forms/field.css.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import { color, font, medium, phone, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style([
  narrow,
  {
    display: "grid",
    gap: space[5],
    paddingBlock: space[5],
    textWrap: "pretty",
    "@media": { [phone]: { gap: space[4] } },
  },
]);
export const form = style({ display: "grid", gap: space[4], maxWidth: 440 });
/** As wide as the fields below it. */
globalStyle(`p:has(+ ${form})`, { maxWidth: 440 });
/** The notice settings. */
export const settings = style([form, { maxWidth: "none", gap: space[5] }]);
/** A group of notices: one choice, and those of its kinds folded below. */
export const group = style({
  position: "relative",
  borderTop: `1px solid ${color.line}`,
  paddingBlock: space[2],
});
globalStyle(`${group}:last-child`, { borderBottom: `1px solid ${color.line}` });
globalStyle(`${settings} select`, { fontSize: type.quiet });
export const choice = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[1]}px ${space[3]}px`,
  minHeight: touch,
});
/** As wide as its longest word at least, also with wide spacing. */
globalStyle(`${choice} > :first-child`, {
  flex: "1 1 7.5rem",
  minWidth: "min-content",
  overflowWrap: "break-word",
});
globalStyle(`${choice} > :last-child`, { flex: "0 1 11.5rem", minWidth: "8.5rem" });
globalStyle(`${group} > ${choice} > span:first-child, ${settings} ${field} > ${label}`, {
  fontFamily: font.head,
  fontSize: type.body,
  fontWeight: 600,
  lineHeight: 1.3,
});
export const kinds = style({ fontSize: type.quiet });
globalStyle(`${kinds} > summary`, {
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  minHeight: touch,
  color: color.inkSoft,
  // Beside the group's choice.
  "@media": { [medium]: { position: "absolute", insetBlockStart: space[2], insetInlineEnd: "12.5rem" } },
});
globalStyle(`${kinds} > summary:hover`, { textDecoration: "underline" });
globalStyle(`${kinds} > summary::after`, {
  content: "",
  width: 7,
  height: 7,
  border: "solid currentColor",
  borderWidth: "0 1.5px 1.5px 0",
  transform: "translateY(-2px) rotate(45deg)",
});
globalStyle(`${kinds}[open] > summary::after`, { transform: "translateY(2px) rotate(225deg)" });
globalStyle(`${kinds} > div`, { paddingBlock: space[1], borderTop: `1px solid ${color.line}` });
/** Belongs to the checkbox above and aligns with its text. */
export const note = style({ paddingLeft: space[6], color: color.inkSoft, fontSize: type.small });
export const start = style({ justifySelf: "start" });
export const sections = style({ display: "grid" });
/** A part of the account: what it is, then the available actions. */
export const section = style({
  display: "grid",
  gap: space[3],
  paddingBlock: space[5],
  borderTop: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "200px minmax(0, 1fr)", columnGap: space[6] } },
});
globalStyle(`${section} > h2`, { fontSize: type.large, scrollMarginTop: space[4] });
export const part = style({ display: "grid", gap: space[3], justifyItems: "start", minWidth: 0 });
globalStyle(`${part} > p`, { color: color.inkSoft, fontSize: type.quiet });
/** Links to the pages of a part, one a row. */
export const rows = style({ width: "100%", padding: 0 });
globalStyle(`${rows} a`, {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignContent: "center",
  alignItems: "center",
  columnGap: space[3],
  minHeight: 48,
  paddingBlock: space[2],
  color: color.ink,
  textDecoration: "none",
  "@media": { [medium]: { gridTemplateColumns: "auto minmax(0, 1fr) auto" } },
});
/** What is set now. */
globalStyle(`${rows} span`, {
  gridRow: 2,
  color: color.inkSoft,
  fontSize: type.quiet,
  overflowWrap: "anywhere",
  "@media": { [medium]: { gridArea: "1 / 2", textAlign: "end" } },
});
globalStyle(`${rows} > li + li`, { borderTop: `1px solid ${color.line}` });
globalStyle(`${rows} a:hover`, { background: color.tint });
globalStyle(`${rows} svg`, { gridArea: "1 / -2 / span 2", color: color.inkSoft });
// The first row is level with its section's heading.
globalStyle(`${rows}:first-child`, { "@media": { [medium]: { marginTop: -space[3] } } });
// Its last row already has space below it.
globalStyle(`${rows}:last-child`, { "@media": { [phone]: { marginBottom: -space[3] } } });
/** The second choice of a part is quieter than the first. */
globalStyle(`${part} :is([name=scripts], [value=clear], [formaction])`, { fontWeight: 400 });
export const themes = style([row[3]]);
globalStyle(`${themes} [aria-pressed=true]`, { borderColor: color.primary, background: color.own });
export const legend = style({ marginBottom: space[1], fontSize: type.quiet, fontWeight: 600 });
/** What follows the groups or the form, below a line. */
export const rest = style([stack[3], { paddingTop: space[5], borderTop: `1px solid ${color.line}` }]);
/** The choices below the groups are at the same edge as those of the groups. */
globalStyle(`${rest} ${field}`, {
  gridTemplateColumns: "minmax(0, 1fr) minmax(8.5rem, 11.5rem)",
  alignItems: "center",
  gap: space[3],
});
globalStyle(`${rest} ${field} > p`, { gridColumn: "1 / -1" });

/** Shown while "Only what I choose" is selected, with or without scripts. */
export const scopes = style({
  display: "none",
  gap: space[3],
  gridTemplateColumns: "repeat(auto-fit, minmax(min(180px, 100%), 1fr))",
  selectors: { [`${form}:has([value=some]:checked) &`]: { display: "grid" } },
});

export const list = style({ display: "grid", borderTop: `1px solid ${color.line}` });
export const item = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[3],
  minHeight: 72,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${item} > :first-child`, { flex: "1 1 9rem" });
globalStyle(`${item} > div > :first-child`, { fontFamily: font.head, fontWeight: 600, lineHeight: 1.3 });
/** A secret to copy: one click selects all of it. */
export const secret = style({
  display: "block",
  maxWidth: "100%",
  padding: space[3],
  border: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  userSelect: "all",
});
export const codes = style({
  display: "grid",
  gap: space[2],
  "@media": { [medium]: { gridTemplateColumns: "repeat(2, max-content)", columnGap: space[7] } },
});
export const facts = styleFacts();
globalStyle(facts, { color: color.inkSoft, fontSize: type.quiet });
export const name = style({ overflowWrap: "anywhere" });
/** What a form is about. */
export const quote = style({
  paddingLeft: space[4],
  borderLeft: `3px solid ${color.line}`,
  color: color.inkSoft,
  overflowWrap: "anywhere",
});
export const here = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
export const choices = styleChoices();
