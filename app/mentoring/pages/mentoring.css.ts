import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { spread } from "#app/ui/styles/layout.css.ts";
import { color, font, medium, radius, space, type } from "#app/ui/styles/tokens.css.ts";

export const head = styleHead();
// Leaves room for the button beside a sentence of two lines.
globalStyle(`${head} > div`, { flex: "1 1 20rem" });
globalStyle(`${head} h1 + p`, { "@media": { [medium]: { marginTop: space[2] } } });
export const list = style({ display: "grid", padding: 0 });
export const group = style({
  paddingBottom: space[2],
  borderBottom: `1px solid ${color.ink}`,
  fontSize: type.large,
});
export const item = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "center",
  gap: `${space[1]}px ${space[3]}px`,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
});
export const name = style({ fontSize: type.body, lineHeight: 1.3 });
globalStyle(`${name} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${name} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${name} a:focus-visible`, { outline: "none" });
globalStyle(`${name} a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
  borderRadius: radius.small,
});
globalStyle(`${item}:hover ${name} a`, { textDecoration: "underline" });
export const facts = styleFacts();
globalStyle(facts, { color: color.inkSoft, fontSize: type.quiet, lineHeight: 1.4 });
export const topic = style({ color: color.ink });
globalStyle(`${item}[data-past] ${topic}`, { color: color.inkSoft });
/** Above the link that covers the row. */
export const face = style({
  position: "relative",
  zIndex: 1,
  display: "flex",
  alignSelf: "start",
  textDecoration: "none",
});
export const act = style({ position: "relative", zIndex: 1 });
/** The last entry, in two lines at most. */
export const entry = style({
  gridColumn: "2 / -1",
  display: "-webkit-box",
  overflow: "hidden",
  color: color.inkSoft,
  fontFamily: font.head,
  fontStyle: "italic",
  lineHeight: 1.4,
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});
/** Asks about a mentoring without messages. */
export const still = style([
  spread,
  {
    position: "relative",
    zIndex: 1,
    gap: `${space[2]}px ${space[4]}px`,
    gridColumn: "2 / -1",
    paddingTop: space[2],
    fontSize: type.quiet,
  },
]);
/** Quieter than writing to them. */
globalStyle(`${still} a + a`, { color: color.inkSoft, fontWeight: 400 });
globalStyle(`${still} > p`, { flex: "1 1 16rem", textWrap: "pretty" });
export const quote = style({
  paddingLeft: space[4],
  borderLeft: `3px solid ${color.line}`,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  maxWidth: "68ch",
});
/** The author of the text below. */
export const by = style({
  color: color.inkSoft,
  fontFamily: "inherit",
  fontSize: type.quiet,
  letterSpacing: 0,
});
export const choices = styleChoices();
