import { style } from "@vanilla-extract/css";
import { color, type } from "./styles/tokens.css.ts";

export const lines = style({
  color: color.inkSoft,
  fontSize: type.quiet,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
});
