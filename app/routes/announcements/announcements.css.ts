import { style } from "@vanilla-extract/css";
import { color } from "../../styles/tokens.css.ts";

export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
