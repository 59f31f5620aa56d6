import { style } from "@vanilla-extract/css";
import { color } from "../../styles/tokens.css.ts";
import { styleArea } from "../../ui/area-style.ts";

export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
export const area = styleArea(null);
