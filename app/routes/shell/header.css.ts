import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, radius, space, touch, type, wide } from "../../styles/tokens.css.ts";

/** Phones on which a guest's two buttons leave little room for the site's name. */
const tiny = "screen and (max-width: 25rem)";

export const bar = style({ borderBottom: `1px solid ${color.line}`, background: color.paper });
export const inner = style({
  maxWidth: 1208,
  marginInline: "auto",
  minHeight: 60,
  paddingInline: space[4],
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[3],
  "@media": {
    [tiny]: { gap: space[2] },
    [wide]: { paddingInline: space[5], gap: space[5] },
  },
});
export const brand = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  minHeight: touch,
  minWidth: 0,
  font: `600 ${type.large} ${font.head}`,
  color: color.ink,
  textDecoration: "none",
  "@media": { [tiny]: { gap: space[1], fontSize: type.body } },
});
globalStyle(`${brand} svg`, { flex: "none", color: color.sea });
export const siteName = style({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
/** Beside a guest's two buttons the narrowest phones show the drawing alone. */
export const guestSiteName = style([
  siteName,
  { "@media": { "screen and (max-width: 21rem)": { width: 1, marginLeft: -1, opacity: 0 } } },
]);
export const guestButton = style({ "@media": { [tiny]: { paddingInline: space[2] } } });

export const wideNav = style({
  display: "none",
  flex: 1,
  gap: space[4],
  fontSize: type.quiet,
  "@media": { [wide]: { display: "flex" } },
});
globalStyle(`${wideNav} a`, {
  display: "inline-flex",
  alignItems: "center",
  height: 60,
  borderBlock: "2px solid transparent",
  color: color.inkSoft,
  textDecoration: "none",
  whiteSpace: "nowrap",
});
globalStyle(`${wideNav} a[aria-current]`, { color: color.ink, borderBottomColor: color.mark });
globalStyle(`${wideNav} a:hover`, { color: color.ink });

export const actions = style({
  display: "flex",
  flex: "none",
  alignItems: "center",
  gap: space[2],
  "@media": { [tiny]: { gap: space[1] } },
});
export const iconButton = style({
  position: "relative",
  display: "grid",
  placeItems: "center",
  width: touch,
  height: touch,
  borderRadius: radius.small,
  color: color.ink,
  selectors: { "&:hover": { background: color.tint } },
});
export const bellBadge = style({ position: "absolute", top: 2, left: "50%", lineHeight: 1 });

export const profile = style({ position: "relative" });
export const phoneMenu = style({ position: "relative", "@media": { [wide]: { display: "none" } } });
export const sheet = style({
  position: "absolute",
  right: 0,
  top: "calc(100% + 8px)",
  zIndex: 5,
  display: "grid",
  minWidth: 216,
  padding: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.surface,
  boxShadow: `0 12px 32px ${color.shadow}`,
});
globalStyle(`${sheet} a, ${sheet} button`, {
  display: "flex",
  alignItems: "center",
  width: "100%",
  minHeight: touch,
  paddingInline: space[3],
  border: 0,
  borderRadius: radius.small,
  background: "none",
  color: color.ink,
  fontSize: type.quiet,
  textAlign: "left",
  textDecoration: "none",
  cursor: "pointer",
});
globalStyle(`${sheet} a:hover, ${sheet} button:hover`, { background: color.tint });
globalStyle(`${sheet} a[aria-current]`, { fontWeight: 600, boxShadow: `inset 3px 0 ${color.mark}` });
export const who = style({
  padding: `${space[2]}px ${space[3]}px`,
  color: color.inkSoft,
  fontSize: type.small,
  overflow: "hidden",
  textOverflow: "ellipsis",
});
