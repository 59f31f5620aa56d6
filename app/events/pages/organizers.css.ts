import { globalStyle, style } from "@vanilla-extract/css";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, space } from "#app/ui/styles/tokens.css.ts";

/** Members with a button each. */
export const people = style({ listStyle: "none", borderTop: `1px solid ${color.line}` });
globalStyle(`${people} > li`, {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "center",
  gap: space[3],
  minHeight: 60,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
});
/** Rarely used, so not as strong as a name. */
globalStyle(`${people} summary`, { color: color.inkSoft, fontWeight: 400 });
/** Apart from those who organize already. */
export const ask = style([stack[3], { paddingTop: space[4] }]);
