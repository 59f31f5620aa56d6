import { style } from "@vanilla-extract/css";
import { space } from "./styles/tokens.css.ts";

export const asked = style({ paddingTop: space[3] });
