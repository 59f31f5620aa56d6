import { globalStyle, style } from "@vanilla-extract/css";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, medium, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const upload = style({ display: "grid", gap: space[4], paddingBlock: space[5] });
export const form = style({ display: "grid", gap: space[4] });
export const file = style({
  width: "100%",
  padding: space[4],
  border: `1px dashed ${color.edge}`,
  borderRadius: radius.small,
  background: color.raised,
  fontSize: type.quiet,
  cursor: "pointer",
  "@media": { [medium]: { paddingBlock: space[5] } },
  selectors: {
    "&[aria-invalid=true]": { border: `2px solid ${color.bad}` },
    "&[data-dragging]": { borderColor: color.primary, background: color.tint },
  },
});
globalStyle(`${file} + p`, { textWrap: "pretty" });
export const chosen = style({ display: "grid", gap: space[3], overflowWrap: "anywhere" });
export const frame = style({
  width: "100%",
  height: 240,
  border: `1px solid ${color.line}`,
  background: "#FFFFFF",
  "@media": { [medium]: { height: "min(60dvh, 560px)" } },
});
export const suggested = style([
  stack[2],
  { padding: space[3], borderRadius: radius.small, background: color.tint },
]);
export const sameFile = style({
  marginTop: space[4],
  padding: space[3],
  borderInlineStart: `3px solid ${color.warn}`,
  borderRadius: radius.small,
  background: color.tint,
});
export const progress = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) 48px",
  gap: space[3],
  alignItems: "center",
  fontSize: type.quiet,
  fontVariantNumeric: "tabular-nums",
});
export const bar = style({
  width: "100%",
  height: 8,
  appearance: "none",
  border: 0,
  borderRadius: radius.round,
  overflow: "hidden",
  background: color.line,
  color: color.primary,
  selectors: {
    "&::-webkit-progress-bar": { background: color.line },
    "&::-webkit-progress-value": { background: color.primary },
    "&::-moz-progress-bar": { background: color.primary },
  },
});

/** The rows of one upload's files. */
export const rows = style({ display: "grid", borderTop: `1px solid ${color.ink}` });
export const line = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: `${space[1]}px ${space[3]}px`,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
});
export const shared = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[1],
  color: color.good,
  fontSize: type.quiet,
  fontWeight: 600,
});
export const refused = style({ color: color.bad, fontSize: type.quiet });
export const uploadRow = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[2],
  alignItems: "end",
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
});
globalStyle(`${uploadRow} > :is(a, b, span)`, { alignSelf: "center" });
export const rowWide = style({ gridColumn: "1 / -1", minWidth: 0 });
/** A past paper's fields, with a head like a label. */
export const folded = styleFolded();
globalStyle(`${folded} > summary`, { fontSize: type.quiet });
/** One file's own choices. */
export const own = style({ fontSize: type.quiet });
globalStyle(`${own} > summary`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minHeight: touch,
  cursor: "pointer",
});
globalStyle(`${own}[open]`, { paddingBottom: space[3] });
export const ownText = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[1],
  color: color.primary,
  fontWeight: 600,
});
