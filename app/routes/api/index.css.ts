import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, type } from "../../styles/tokens.css.ts";

export const body = style({ display: "grid", gap: space[5], paddingBlock: space[6] });
globalStyle(`${body} code`, { fontSize: "0.9em", overflowWrap: "anywhere" });
export const table = style({ borderCollapse: "collapse", fontSize: type.quiet });
globalStyle(`${table} th, ${table} td`, {
  padding: `${space[3]}px ${space[2]}px`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: "left",
  verticalAlign: "top",
});
