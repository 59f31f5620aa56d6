import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, phone, space, touch, type, wide } from "../../styles/tokens.css.ts";

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
    [phone]: { marginBlock: space[2], paddingBlock: space[1] },
    [wide]: { gap: space[4] },
  },
});
export const field = style({ minWidth: 0 });
export const search = style({ flex: "1 1 10rem", minWidth: 0, "@media": { [wide]: { flexBasis: 192 } } });
/** Browsers without the selector keep the drawer on wide screens too. */
const canLieOpen = "selector(::details-content)";
export const more = style({
  selectors: { "&[open]": { flexBasis: "100%" } },
  "@media": { [medium]: { flexBasis: "100%" }, [wide]: { flexBasis: "auto" } },
});
export const moreSummary = style({
  display: "flex",
  alignItems: "center",
  gap: space[2],
  minHeight: touch,
  width: "fit-content",
  fontSize: type.quiet,
  fontWeight: 600,
});
globalStyle(`${moreSummary}::after`, {
  content: "",
  width: 7,
  height: 7,
  border: "solid currentColor",
  borderWidth: "0 1.75px 1.75px 0",
  transform: "rotate(45deg)",
});
// Categories have longer names than years.
export const moreFields = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(8rem, 100%), 1fr))",
  gap: space[2],
  alignItems: "end",
  "@media": {
    [medium]: { gridTemplateColumns: "3fr 2fr 2fr 2fr", gap: space[3] },
    [wide]: { gridTemplateColumns: "184px 116px 124px 132px", gap: space[4] },
  },
});
globalStyle(`${more}::details-content`, {
  "@media": { [medium]: { contentVisibility: "visible", height: "auto", overflow: "visible" } },
});
globalStyle(`${more} > summary`, {
  "@media": { [medium]: { "@supports": { [canLieOpen]: { display: "none" } } } },
});
export const buttons = style({
  display: "flex",
  gap: space[4],
  flexBasis: "100%",
  "@media": { [wide]: { flexBasis: "auto" } },
});
