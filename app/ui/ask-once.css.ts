import { style } from "@vanilla-extract/css";
import { space } from "./styles/tokens.css.ts";

export const asked = style({ paddingBlock: space[3] });
