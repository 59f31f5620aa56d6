import { style } from "@vanilla-extract/css";
import { space } from "../styles/tokens.css.ts";

export const form = style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: space[2] });
