import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { page } from "#app/ui/styles/global.css.ts";
import { halves, stack } from "#app/ui/styles/layout.css.ts";
import { color, phone, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";

export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
export const listed = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "center",
  columnGap: space[3],
  minHeight: 64,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  lineHeight: 1.35,
  overflowWrap: "anywhere",
});
globalStyle(`${listed} ${facts}`, { fontSize: type.small });
/** The whole row is the link. */
globalStyle(`${listed} h2`, { fontSize: type.body });
globalStyle(`${listed} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${listed} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${listed}:hover a`, { textDecoration: "underline" });
export const shared = style({ color: color.primary, fontWeight: 600 });
export const list = style({
  borderTop: `1px solid ${color.line}`,
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(20rem, 100%), 1fr))",
  columnGap: space[6],
  padding: 0,
});
export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  gap: space[3],
});
globalStyle(`${filters} > div`, { flex: "1 1 10rem" });
export const stipend = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(7rem, 1fr))",
  gap: space[3],
});
export const folded = styleFolded();
globalStyle(`${folded} > summary`, { fontSize: type.quiet });
globalStyle(`${folded} legend`, { marginBottom: space[2], fontSize: type.quiet, fontWeight: 600 });
export const head = styleHead();
globalStyle(`${head} > a`, { whiteSpace: "nowrap" });
export const lead = style({
  marginTop: space[2],
  color: color.inkSoft,
  fontSize: type.quiet,
  textWrap: "balance",
});
/** A year is short. */
globalStyle(`${halves} > div > input[name=year]`, { maxWidth: "8rem" });
/** A company's head, the members who offer help, and beside them on wide screens members' experiences. */
export const company = style([
  page,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    paddingBlock: space[5],
    "@media": {
      [wide]: { gridTemplateColumns: "minmax(0, 1fr) 340px", columnGap: space[7], alignItems: "start" },
    },
  },
]);
globalStyle(`${company} > *`, { minWidth: 0 });
/** What to ask about is below the member's name. */
globalStyle(`${company} > :nth-child(2) li > p`, { gap: `0 ${space[2]}px`, paddingInlineStart: 52 });
globalStyle(`${company} > :first-child`, { "@media": { [wide]: { gridColumn: "1 / -1" } } });
globalStyle(`${company} > :nth-child(2)`, {
  "@media": {
    [wide]: {
      gridArea: "2 / 2",
      padding: space[5],
      border: `1px solid ${color.line}`,
      borderRadius: radius.large,
      background: color.raised,
    },
  },
});
globalStyle(`${company} > :last-child`, { "@media": { [wide]: { gridArea: "2 / 1" } } });
/** What members share about a company. */
export const experiences = style([stack[3]]);
globalStyle(`${experiences} h3 a:not(:hover)`, { textDecoration: "none" });
globalStyle(`${experiences} h3 a`, { color: color.ink });
/** Closed, it is as wide as its summary, beside the row's other acts. */
globalStyle(`${experiences} li > div > details:not([open])`, {
  flexBasis: "12rem",
  "@media": { [phone]: { flexBasis: "10.5rem" } },
});
globalStyle(`${experiences} li > div > details > summary`, { fontWeight: 400 });
globalStyle(`${experiences} li > div > :is(details > summary, div)`, {
  "@media": { [phone]: { fontSize: type.small } },
});
/** Its last row has targets for a thumb, higher than their texts. */
globalStyle(`${experiences} > ul > li`, { paddingBottom: space[1] });
/** Shown once the box is checked. */
export const ifAnonymous = style({
  selectors: { "form:has([name=isAnonymous]:not(:checked)) &": { display: "none" } },
});
