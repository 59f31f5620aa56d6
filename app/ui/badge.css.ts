import { style } from "@vanilla-extract/css";
import { color, radius } from "./styles/tokens.css.ts";

export const badge = style({
  display: "inline-block",
  minWidth: "1.67em",
  paddingInline: "0.5em",
  borderRadius: radius.round,
  background: color.primary,
  color: color.onPrimary,
  fontSize: "min(0.75rem, 17px)",
  fontWeight: 600,
  lineHeight: 1.67,
  textAlign: "center",
});
