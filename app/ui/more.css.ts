import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space, touch, type } from "./styles/tokens.css.ts";

/** At the end of its row, so that the opened menu never leaves the page. */
export const more = style({ position: "relative", marginInlineStart: "auto" });
export const opener = style({
  display: "grid",
  placeItems: "center",
  width: touch,
  height: touch,
  // The dots reach the row's edge.
  marginInlineEnd: -space[3],
  // "…" sits on the baseline, so without this it would be below the middle.
  paddingBottom: space[2],
  borderRadius: radius.small,
  fontWeight: 700,
  selectors: { "&:hover": { background: color.tint, color: color.ink } },
});
// A tap outside the open menu closes it.
globalStyle(`${more}[open] > ${opener}::before`, { content: "", position: "fixed", zIndex: 3, inset: 0 });
export const menu = style({
  position: "absolute",
  zIndex: 4,
  insetInlineEnd: 0,
  display: "grid",
  minWidth: 176,
  maxWidth: "min(20rem, 100vw - 2rem)",
  width: "max-content",
  paddingBlock: space[1],
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.raised,
  color: color.ink,
  boxShadow: `0 6px 20px ${color.shadow}`,
  fontSize: type.quiet,
});
// More specific than the padding of link buttons.
globalStyle(`${more} > ${menu} > *`, { justifyContent: "start", paddingInline: space[4] });
globalStyle(`${menu} :is(a, button, summary)`, { textDecoration: "none" });
globalStyle(`${menu} :is(a, button, summary):hover`, { textDecoration: "underline" });
