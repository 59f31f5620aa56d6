import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";

/** On wide screens the sheet is beside what is said about it. */
export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  "@media": { [wide]: { gridTemplateColumns: "minmax(0, 1fr) 560px", alignItems: "start" } },
});
globalStyle(`${page} > div > p`, {
  marginTop: space[2],
  textWrap: "pretty",
  "@media": { [wide]: { marginTop: space[3] } },
});
// The title is as high as on the other pages.
globalStyle(`${page} > div > div > button`, { "@media": { [medium]: { marginBlock: -space[1] } } });
globalStyle(`${page} > div > div`, {
  "@media": { [wide]: { display: "grid", justifyItems: "start", gap: space[4] } },
});
/** Black on white in both themes, as on paper. */
export const poster = style({
  display: "grid",
  justifyItems: "center",
  gap: space[5],
  maxWidth: 560,
  padding: space[6],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: "#FFFFFF",
  color: "#000000",
  textAlign: "center",
  "@media": {
    print: { maxWidth: "none", border: 0, gap: "1cm", paddingBlock: "1cm" },
  },
});
/** The skyline as wide as the sheet, in black. */
export const drawing = style({ width: "100%" });
globalStyle(`${drawing} > svg`, { color: "inherit" });
export const heading = style({
  color: "inherit",
  fontSize: `clamp(1.25rem, 12vw, ${type.display})`,
  overflowWrap: "anywhere",
  "@media": { print: { fontSize: "48pt" } },
});
export const line = style({
  fontSize: type.large,
  overflowWrap: "anywhere",
  "@media": { print: { fontSize: "20pt" } },
});
export const list = style({
  paddingInlineStart: space[5],
  fontSize: type.body,
  textAlign: "start",
  "@media": { print: { fontSize: "16pt" } },
  selectors: { "&&": { listStyle: "disc" } },
});
export const code = style({ width: "min(100%, 280px)", "@media": { print: { width: "9cm" } } });
globalStyle(`body:has(${poster}) :is(header, footer, nav)`, { "@media": { print: { display: "none" } } });
