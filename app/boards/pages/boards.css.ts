import { globalStyle, style } from "@vanilla-extract/css";
import { styleProse } from "#app/ui/prose-style.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const listed = style({
  display: "grid",
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  listStyle: "none",
});
export const list = style({ padding: 0 });
export const version = style([
  stack[2],
  {
    paddingBlock: space[3],
    borderTop: `1px solid ${color.line}`,
    overflowWrap: "anywhere",
    listStyle: "none",
  },
]);
export const board = style([stack[4], { overflowWrap: "anywhere" }]);
export const prose = styleProse();
export const past = style({
  padding: `${space[2]}px ${space[3]}px`,
  borderLeft: `3px solid ${color.accent}`,
  background: color.tint,
  fontSize: type.quiet,
});
export const keepers = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[2]}px ${space[4]}px`,
  padding: 0,
  listStyle: "none",
});
export const people = style({ padding: 0, listStyle: "none" });
globalStyle(`${people} > li`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[3],
  minHeight: touch,
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
});

// A wide table scrolls in its own box. Its words stay whole.
globalStyle(`${prose} [data-table]`, { maxWidth: "100%", overflowX: "auto", overflowWrap: "normal" });
globalStyle(`${prose} table`, {
  borderCollapse: "collapse",
  fontSize: type.quiet,
  fontVariantNumeric: "tabular-nums",
});
globalStyle(`${prose} :is(th, td)`, {
  padding: `${space[2]}px ${space[3]}px`,
  border: `1px solid ${color.line}`,
  textAlign: "start",
  verticalAlign: "top",
  overflowWrap: "normal",
  wordBreak: "normal",
  hyphens: "none",
  "@media": { [phone]: { padding: `6px ${space[2]}px` } },
});
globalStyle(`${prose} th`, { background: color.tint, fontWeight: 600 });
globalStyle(`${prose} [data-align=center]`, { textAlign: "center" });
globalStyle(`${prose} [data-align=right]`, { textAlign: "end" });
globalStyle(`${prose} tr[data-today] > td`, { background: color.own });
globalStyle(`${prose} tr[data-today] > td:first-child`, { fontWeight: 600 });
globalStyle(`${prose} [data-table]:focus-visible`, { borderRadius: radius.small });
export const body = style({ fontFamily: "ui-monospace, monospace", fontSize: type.quiet });
