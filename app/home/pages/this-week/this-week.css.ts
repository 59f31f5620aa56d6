import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch, wide } from "#app/ui/styles/tokens.css.ts";

export const page = style({ maxWidth: 1080 });
/** Two columns on wide screens. */
export const sections = style({
  "@media": { [wide]: { columns: 2, columnGap: space[6] } },
});
export const section = style({ breakInside: "avoid", paddingBottom: space[5] });
export const rows = style({ marginTop: space[2], borderTop: `1px solid ${color.ink}` });
export const link = style({
  display: "grid",
  alignContent: "center",
  gap: 2,
  minHeight: touch,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
  overflowWrap: "anywhere",
});
globalStyle(`${link} > bdi`, { fontWeight: 600 });
globalStyle(`${link}:hover > bdi`, { textDecoration: "underline" });
export const more = style({ display: "inline-flex", alignItems: "center", minHeight: touch });
