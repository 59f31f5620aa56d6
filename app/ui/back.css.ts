import { style } from "@vanilla-extract/css";
import { space } from "./styles/tokens.css.ts";

/** Its text begins where a title would, and the title is near it. The link is higher than its text. */
export const back = style({ marginBlock: `${-space[3]}px ${-space[1]}px` });
