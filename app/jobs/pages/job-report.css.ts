import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, type } from "#app/ui/styles/tokens.css.ts";

/** Small enough that five columns fit on a phone. */
export const table = style({ width: "100%", borderCollapse: "collapse", fontSize: type.small });
globalStyle(`${table} th, ${table} td`, {
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  textAlign: "right",
});
globalStyle(`${table} th:first-child`, { textAlign: "left" });
