import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

/** Two columns on wide screens. */
export const sections = style({
  "@media": { [wide]: { columns: 2, columnGap: space[6] } },
});
/** Shows whole lines. */
globalStyle(`${sections} textarea`, { paddingBottom: 0 });
export const section = style({ breakInside: "avoid", paddingBottom: space[5] });
export const rows = style({ marginTop: space[2], borderTop: `1px solid ${color.ink}` });
export const link = style({
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr)",
  alignContent: "center",
  gap: `2px ${space[3]}px`,
  minHeight: touch,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
  overflowWrap: "anywhere",
});
globalStyle(`${link} > :first-child`, { gridRow: "1 / span 2", alignSelf: "start" });
globalStyle(`${link} > bdi`, { font: `600 ${type.body}/1.25 ${font.head}` });
globalStyle(`${link} > bdi:only-child`, { gridColumn: "1 / -1" });
/** As large as a company's letter. */
export const mark = style({
  display: "grid",
  placeItems: "center",
  width: 44,
  height: 44,
  paddingInline: space[1],
  borderRadius: radius.small,
  background: color.tint,
  color: color.inkSoft,
  fontSize: type.small,
  fontWeight: 600,
  lineHeight: 1.15,
  textAlign: "center",
});
globalStyle(`${link}:hover > bdi`, { textDecoration: "underline" });
export const more = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  fontSize: type.quiet,
});
