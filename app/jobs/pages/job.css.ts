import { globalStyle, style } from "@vanilla-extract/css";
import { styleFactList } from "#app/ui/fact-list-style.ts";
import { styleProse } from "#app/ui/prose-style.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";
import { dotted } from "./list.css.ts";

export const job = style([
  narrow,
  { display: "grid", gap: space[4], paddingBlock: space[5], overflowWrap: "anywhere" },
]);
// The head is near the back link.
globalStyle(`${job} > div:has(> [data-back])`, { marginBottom: -space[2] });
export const back = style({});
/** The title has the whole width, below the logo and the company. */
export const head = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "center",
  gap: `${space[2]}px ${space[3]}px`,
});
globalStyle(`${head} > :is(h1, p)`, { gridColumn: "1 / -1" });
globalStyle(`${head} > p:first-of-type`, { gridArea: "1 / 2" });
globalStyle(`${head} > h1`, { marginTop: space[2] });
export const state = style([dotted, { color: color.inkSoft, fontSize: type.quiet }]);
/** Who posted it is in the same block as its state. */
export const poster = style({ marginTop: -space[3], color: color.inkSoft, fontSize: type.quiet });
export const warning = style({
  padding: space[4],
  borderInlineStart: `4px solid ${color.warn}`,
  borderRadius: radius.large,
  background: color.tint,
});
/** On phones the main button has its own line. */
export const apply = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[2]}px ${space[3]}px`,
});
globalStyle(`${apply} > :first-child:not(form), ${apply} > b`, {
  flex: "1 0 100%",
  "@media": { [medium]: { flex: "none", alignSelf: "center" } },
});
/** Save and Share fill the next line. */
globalStyle(`${apply} > :is(form, details)`, { "@media": { [phone]: { flex: 1 } } });
globalStyle(`${apply} > details[open]`, { "@media": { [phone]: { flexBasis: "100%" } } });
globalStyle(`${apply} > form > button, ${apply} > details > summary`, {
  "@media": { [phone]: { width: "100%", justifyContent: "center" } },
});
export const facts = styleFactList(104);
/** The member's private notes, and questions to them. */
export const question = style({
  display: "grid",
  gap: space[3],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
/** A row between hairlines: the line below is that of the facts. */
export const tracking = style({
  marginBottom: -space[4],
  borderTop: `1px solid ${color.line}`,
  fontSize: type.quiet,
  scrollMarginTop: space[4],
});
globalStyle(`${tracking} > :last-child`, { paddingBlock: `${space[1]}px ${space[4]}px` });
export const part = style({ display: "grid", gap: space[3], paddingTop: space[4] });
export const contact = style([part, { scrollMarginTop: space[4], outlineOffset: space[2] }]);
export const ways = style({ display: "grid" });
globalStyle(`${ways} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
export const manage = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "start",
  gap: space[3],
  marginTop: space[4],
  paddingTop: space[4],
  borderTop: `1px solid ${color.line}`,
});
export const counts = style({ flex: "1 0 100%", color: color.inkSoft, fontSize: type.quiet });

/** An application in the poster's list, below a link that covers the row, as in `list.css.ts`. */
export const received = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  columnGap: space[3],
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
});
/** The tabs' line is above the first. */
globalStyle(`${received}:first-child`, { borderTop: 0, paddingTop: 0 });
globalStyle(`${received} > form`, { gridColumn: 2, position: "relative" });
export const fresh = style({ color: color.good });
/** Above the link that covers the row. */
export const pdf = style({ position: "relative", maxWidth: "45%", fontSize: type.quiet });
/** Two lines of the letter. */
export const beginning = style({
  display: "-webkit-box",
  overflow: "hidden",
  fontSize: type.quiet,
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});

export const shared = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": {
    [phone]: {
      display: "grid",
      gridTemplateColumns: "minmax(0, 1fr) auto",
    },
  },
});
globalStyle(`${shared} > :first-child`, { gridArea: "2 / 1 / auto / -1" });
export const reporting = style({ gridArea: "1 / 2", marginInlineStart: "auto" });
/** Large enough for a thumb, even if the name's link above is as wide. */
export const report = style({
  position: "relative",
  "@media": { [phone]: { display: "inline-flex", alignItems: "center", minHeight: touch } },
});

export const experiences = style({ "@media": { print: { display: "none" } } });

// Printing shows the job's text only, and the link's address in place of the Apply button.
globalStyle(
  `body:has(${job}) > :is(header, footer), ${back}, ${apply} > :not([target]), ${manage}, ${reporting}, ${question}, ${tracking}`,
  {
    "@media": { print: { display: "none" } },
  },
);
globalStyle(`${apply} > [target]::after`, { "@media": { print: { content: "attr(href)" } } });
globalStyle(`${apply} > [data-address]::after`, { "@media": { print: { content: "attr(data-address)" } } });
export const prose = styleProse();
globalStyle(`${prose} p`, { textWrap: "pretty" });
