import { style } from "@vanilla-extract/css";
import { color, radius } from "../styles/tokens.css.ts";

export const badge = style({
  display: "inline-block",
  minWidth: 20,
  paddingInline: 6,
  borderRadius: radius.round,
  background: color.primary,
  color: color.onPrimary,
  fontSize: "0.75rem",
  fontWeight: 600,
  lineHeight: "20px",
  textAlign: "center",
});
