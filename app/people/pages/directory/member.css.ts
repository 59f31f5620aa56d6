import { globalStyle, style } from "@vanilla-extract/css";
import { styleDialog } from "#app/ui/dialog-style.ts";
import { color, radius, space, type } from "#app/ui/styles/tokens.css.ts";

export const details = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  overflowWrap: "anywhere",
});
export const head = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "start",
  gap: space[4],
});
export const headText = style({
  minWidth: 0,
  color: color.inkSoft,
  fontSize: type.quiet,
});
export const name = style({ marginBottom: space[1], color: color.ink, fontSize: type.large });
export const place = style({ display: "flex", alignItems: "center", gap: space[1] });
export const acts = style({ display: "flex", flexWrap: "wrap", gap: space[3] });
globalStyle(`${acts} > a`, { flex: "1 1 auto" });
export const chips = style({ display: "flex", flexWrap: "wrap", gap: space[1], padding: 0 });
globalStyle(`${chips} > li`, {
  paddingInline: space[3],
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  fontSize: type.quiet,
});
export const facts = style({ display: "grid", borderTop: `1px solid ${color.line}` });
export const fact = style({
  display: "grid",
  gridTemplateColumns: "minmax(104px, min-content) minmax(0, 1fr)",
  gap: space[3],
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  fontSize: type.quiet,
});
globalStyle(`${fact} dt`, { color: color.inkSoft });
export const connection = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  marginTop: -space[2],
  fontSize: type.quiet,
});
globalStyle(`${connection} summary`, { color: color.inkSoft, fontWeight: 400 });
/** Less prominent than the main actions. */
export const protection = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[4],
  marginTop: -space[2],
  fontSize: type.small,
});
globalStyle(`${protection} :is(a, button)`, {
  color: color.inkSoft,
  fontSize: type.small,
  fontWeight: 400,
});
export const dialog = styleDialog();
