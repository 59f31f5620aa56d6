import { style } from "@vanilla-extract/css";
import { space } from "../styles/tokens.css.ts";

export const failure = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBlock: space[5],
});
