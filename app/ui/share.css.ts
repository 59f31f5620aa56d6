import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space } from "./styles/tokens.css.ts";

/** The opened panel takes a line of its own. */
export const share = style({ selectors: { "&[open]": { flexBasis: "100%" } } });
export const panel = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  width: "100%",
  maxWidth: 480,
});
globalStyle(`${share} > ${panel}`, {
  marginTop: space[2],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  textAlign: "start",
});
