import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space, type, wide } from "../../styles/tokens.css.ts";

export const panel = style({
  borderBlock: `1px solid ${color.line}`,
  "@media": { [wide]: { borderBlock: 0 } },
});
export const summary = style({
  display: "flex",
  alignItems: "center",
  gap: space[2],
  minHeight: 52,
  fontWeight: 600,
  selectors: {
    "&::after": {
      content: "",
      width: 8,
      height: 8,
      marginLeft: "auto",
      marginRight: space[1],
      border: "solid currentColor",
      borderWidth: "0 1.75px 1.75px 0",
      transform: "rotate(45deg)",
    },
  },
});
// On wide screens the filters always lie open. A browser without the selector keeps the drawer.
globalStyle(`${panel}::details-content`, {
  "@media": { [wide]: { contentVisibility: "visible", height: "auto", overflow: "visible" } },
});
globalStyle(`${panel} > summary`, {
  "@media": { [wide]: { "@supports": { "selector(::details-content)": { display: "none" } } } },
});
export const filters = style({ display: "grid", gap: space[5], paddingBottom: space[5] });
export const legend = style({
  display: "block",
  paddingBottom: space[2],
  fontSize: type.quiet,
  fontWeight: 600,
});
export const chips = style({ display: "flex", flexWrap: "wrap", gap: space[2], marginTop: space[3] });
export const chip = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: 32,
  paddingInline: space[3],
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  background: color.surface,
  color: color.inkSoft,
  fontSize: type.small,
  textDecoration: "none",
  "@media": { "(pointer: coarse)": { minHeight: 44 } },
  selectors: {
    "&:hover": { borderColor: color.edge },
    "&[aria-current]": { background: color.sea, borderColor: color.sea, color: color.onSea },
  },
});
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: space[4] });
