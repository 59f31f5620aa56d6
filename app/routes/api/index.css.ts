import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, space, type } from "../../styles/tokens.css.ts";

export const body = style({ display: "grid", gap: space[5], paddingBlock: space[6] });
globalStyle(`${body} code`, { fontSize: "0.9em", overflowWrap: "anywhere" });
export const calls = style({ borderTop: `1px solid ${color.ink}`, fontSize: type.quiet });
/** On phones the call stands above what it does. */
export const call = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: `${space[1]}px ${space[4]}px`,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr) auto" } },
});
globalStyle(`${call} > code`, { gridColumn: "1 / -1", "@media": { [medium]: { gridColumn: "auto" } } });
export const access = style({ color: color.inkSoft });
