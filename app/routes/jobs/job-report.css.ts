import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, space, type } from "../../styles/tokens.css.ts";

export const report = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[3],
  paddingBlock: space[5],
});
export const table = style({
  width: "100%",
  borderCollapse: "collapse",
  fontSize: type.quiet,
  fontVariantNumeric: "tabular-nums",
  "@media": { [phone]: { fontSize: type.small } },
});
globalStyle(`${table} th, ${table} td`, {
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  textAlign: "right",
  whiteSpace: "nowrap",
});
globalStyle(`${table} th:first-child`, { textAlign: "left" });
globalStyle(`${table} thead th`, { color: color.inkSoft, fontWeight: 600 });
globalStyle(`${table} tbody th`, { fontWeight: 400 });
