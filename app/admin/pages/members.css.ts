import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

export const filter = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[3]}px ${space[5]}px`,
  alignItems: "center",
  "@media": { [phone]: { gap: space[2] } },
});
export const searchBox = style({ flex: "1 1 20rem", minWidth: 0, maxWidth: 400 });
export const search = style({ display: "flex", gap: space[2] });
export const input = style({
  flex: 1,
  minWidth: 0,
  minHeight: touch,
  paddingInline: space[3],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.small,
  background: color.raised,
  fontSize: type.body,
  selectors: { "&::placeholder": { color: color.inkSoft, opacity: 1 } },
});

export const batch = style([input, { flex: "none", width: 88 }]);

export const member = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[2],
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
  "@media": { [wide]: { paddingBlock: space[1] } },
});
/** Below each other, or on wide screens one line in columns. */
export const who = style({
  flex: "1 1 12rem",
  minWidth: 0,
  overflowWrap: "anywhere",
  "@media": {
    [wide]: {
      display: "grid",
      gridTemplateColumns: "minmax(0, 18rem) minmax(0, 17rem) minmax(0, 1fr)",
      alignItems: "baseline",
      columnGap: space[4],
    },
  },
});
export const name = style({ fontWeight: 600 });
globalStyle(`${name} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${name} a:hover`, { textDecoration: "underline" });
export const quiet = style({ color: color.inkSoft, fontSize: type.quiet, fontWeight: 400 });
export const report = style({ width: "100%", borderCollapse: "collapse", fontSize: type.quiet });
globalStyle(`${report} th, ${report} td`, {
  padding: `${space[2]}px ${space[3]}px ${space[2]}px 0`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: "left",
  verticalAlign: "top",
});
export const caption = style({ paddingBlock: space[2], fontWeight: 600, textAlign: "left" });
export const file = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: space[2] });
globalStyle(`${file} input`, { minHeight: touch });
/** A sample of a list and what it may contain, as wide as the sentence above. */
export const format = style({ display: "grid", gap: space[3], maxWidth: "68ch", fontSize: type.quiet });
export const sample = style({
  margin: 0,
  padding: space[3],
  overflowX: "auto",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.raised,
  fontSize: type.small,
});
