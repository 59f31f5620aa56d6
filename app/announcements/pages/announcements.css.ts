import { style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { color } from "#app/ui/styles/tokens.css.ts";

export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
export const area = styleArea(null);
