import { globalStyle, style } from "@vanilla-extract/css";
import { row, spread } from "#app/ui/styles/layout.css.ts";
import { color, font, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  paddingBlock: space[5],
  overflowWrap: "anywhere",
});
globalStyle(`${page} h1 + p`, { marginTop: space[2] });
/** As on the member's page. */
export const line = style({
  margin: 0,
  maxWidth: "68ch",
  fontFamily: font.head,
  fontSize: type.large,
  fontStyle: "italic",
  lineHeight: 1.4,
});
export const act = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.inkSoft,
  fontSize: type.quiet,
  textDecoration: "underline",
  textUnderlineOffset: 3,
  cursor: "pointer",
});
/** What the thanks are for. The actions follow on the same line if there is room. */
export const foot = style([spread, { alignItems: "baseline", gap: `0 ${space[3]}px` }]);
globalStyle(`${foot} > p`, { flex: "1000 1 20rem", textWrap: "pretty" });
export const acts = style([row[2], { flex: "1 1 auto", minHeight: touch, justifyContent: "space-between" }]);
/** Quieter than the thanks and what they are for. */
globalStyle(`${acts} [value=show], ${acts} [value=hide]`, { color: color.inkSoft, fontWeight: 400 });
export const shown = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
export const block = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBottom: space[2],
});
