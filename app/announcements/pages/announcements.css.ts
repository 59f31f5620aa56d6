import { style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { color, phone, space } from "#app/ui/styles/tokens.css.ts";

export const page = style({ "@media": { [phone]: { paddingTop: space[4] } } });
export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
export const area = styleArea(null);
