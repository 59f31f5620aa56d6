import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { page } from "#app/ui/styles/global.css.ts";
import { color, font, phone, space, type, wide } from "#app/ui/styles/tokens.css.ts";

export const body = style([
  page,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    paddingBlock: space[5],
    "@media": { [phone]: { paddingTop: space[4] } },
    overflowWrap: "anywhere",
  },
]);
/** As wide as the left column, so that suggestions don't cover the acts at the right. */
export const form = style({ "@media": { [wide]: { width: `calc(50% - ${space[6] / 2}px)` } } });
/** On wide screens the kinds fill two columns, and so do the results of one kind. */
export const kinds = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  "@media": { [wide]: { display: "block", columnGap: space[6] } },
});
globalStyle(`${kinds}:not(:has(> :only-child))`, { "@media": { [wide]: { columnCount: 2 } } });
globalStyle(`${kinds} > *`, {
  "@media": { [wide]: { paddingBottom: space[5], breakInside: "avoid" } },
});
globalStyle(`${kinds} > :only-child > ul`, {
  "@media": {
    [wide]: { display: "grid", gridTemplateColumns: "repeat(2, minmax(0, 1fr))", columnGap: space[6] },
  },
});
globalStyle(`${kinds} > section > div`, { alignItems: "baseline", minHeight: 48 });
globalStyle(`${kinds} h2`, { paddingBlock: `7px ${space[2]}px`, fontSize: type.large });
export const row = style({ display: "flex", alignItems: "start", gap: space[3], paddingBlock: space[2] });
globalStyle(`${row} > :first-child`, { marginTop: space[1] });
export const texts = style({ minWidth: 0, paddingBottom: space[1] });
export const facts = styleFacts();
globalStyle(`${texts} > p:not(${facts})`, {
  display: "-webkit-box",
  overflow: "hidden",
  textWrap: "pretty",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 3,
});
/** Tall enough to tap. */
export const link = style({ display: "flow-root", paddingTop: 9, paddingBottom: 9, fontWeight: 600 });
globalStyle(`${kinds} > section > div > a`, { fontSize: type.quiet, fontWeight: 400 });
globalStyle(`${texts} > a`, {
  paddingBottom: 2,
  color: color.ink,
  fontFamily: font.head,
  lineHeight: 1.35,
  textDecoration: "none",
});
globalStyle(`${texts} > a:only-child`, { paddingBottom: 9 });
globalStyle(`${row}:hover ${texts} > a`, { textDecoration: "underline" });
globalStyle(`${body} mark`, { borderRadius: 2, background: color.own, color: "inherit" });
export const area = styleArea(null);
