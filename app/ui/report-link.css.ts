import { style } from "@vanilla-extract/css";
import { color } from "../styles/tokens.css.ts";

/** Quiet, and large enough for a thumb without taking more room. */
export const link = style({
  position: "relative",
  color: color.inkSoft,
  textDecoration: "none",
  selectors: {
    "&:hover": { textDecoration: "underline" },
    "&::after": { content: "", position: "absolute", inset: "-12px -8px" },
  },
});
