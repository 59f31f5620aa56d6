import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, space, wide } from "../../styles/tokens.css.ts";

export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[2]}px ${space[3]}px`,
  alignItems: "end",
  marginTop: space[4],
  marginBottom: space[5],
  paddingBlock: space[3],
  borderBlock: `1px solid ${color.line}`,
  "@media": {
    [phone]: { marginTop: space[2], marginBottom: space[3], paddingBlock: space[2] },
    [wide]: {
      display: "grid",
      gridTemplateColumns: "minmax(192px, 1fr) 184px 116px 124px 132px",
      gridAutoFlow: "column",
      gap: space[4],
    },
  },
});
export const field = style({ flex: "1 1 7.5rem", minWidth: 0 });
export const search = style([field, { flexBasis: "100%" }]);
/** On phones the choices say enough by themselves. */
globalStyle(`${field}:has(> span) > label`, {
  "@media": {
    [phone]: { position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" },
  },
});
// Categories have longer names than years.
globalStyle(`${search} + ${field}`, { flex: "3 1 9.5rem" });
export const buttons = style({
  display: "flex",
  gap: space[4],
  flexBasis: "100%",
  "@media": { [wide]: { flexBasis: "auto" } },
});
