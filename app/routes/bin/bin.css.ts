import { style } from "@vanilla-extract/css";
import { space } from "../../styles/tokens.css.ts";

export const page = style({ paddingBlock: space[5] });
