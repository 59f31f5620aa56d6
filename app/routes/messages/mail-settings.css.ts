import { style } from "@vanilla-extract/css";
import { space } from "../../styles/tokens.css.ts";

export const body = style({ display: "grid", gap: space[5], justifyItems: "start", paddingBlock: space[7] });
