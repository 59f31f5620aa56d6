import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, phone, radius, space, touch, type, wide } from "../../styles/tokens.css.ts";

/** Phones on which a guest's two buttons leave little room for the site's name. */
const tiny = "screen and (max-width: 25rem)";

export const bar = style({ borderBottom: `1px solid ${color.line}`, background: color.surface });
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
  "@media": { [tiny]: { gap: space[1], fontSize: `min(${type.body}, 5.4vw)` } },
});
globalStyle(`${brand} svg`, { flex: "none", color: color.primary });
export const siteName = style({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
/** Beside a guest's two buttons the narrowest phones show the drawing alone. */
export const guestSiteName = style([
  siteName,
  { "@media": { "screen and (max-width: 21rem)": { width: 1, marginLeft: -1, opacity: 0 } } },
]);
/** Larger text leaves both buttons their place on a phone; the menu has them in any size. */
export const guestButton = style({
  fontSize: `min(${type.quiet}, 4.7vw)`,
  "@media": { [tiny]: { paddingInline: space[2] } },
});

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
globalStyle(`${wideNav} a:hover`, { color: color.ink });
// Links that guests cannot use are dim.
globalStyle(`${wideNav} a[aria-disabled]`, { color: color.inkSoft, opacity: 0.75, cursor: "not-allowed" });
globalStyle(`${wideNav}[data-guest] a:not([aria-disabled])`, { color: color.ink });
globalStyle(`${wideNav} a[aria-current]`, { color: color.ink, opacity: 1, borderBottomColor: color.accent });

// Forced colours would draw the border that is transparent.
globalStyle(`${wideNav} a:not([aria-current])`, {
  "@media": { "(forced-colors: active)": { borderColor: "Canvas" } },
});

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
export const bellBadge = style({
  position: "absolute",
  top: 2,
  left: "50%",
  lineHeight: 1,
  selectors: { '&[data-unread="0"]': { display: "none" } },
});

export const dot = style({
  position: "absolute",
  top: 5,
  right: 5,
  width: 12,
  height: 12,
  border: `2px solid ${color.surface}`,
  borderRadius: radius.round,
  background: color.accent,
  selectors: { '&[data-unread="0"]': { display: "none" } },
});
export const count = style({ marginLeft: "auto", selectors: { '&[data-unread="0"]': { display: "none" } } });

export const profile = style({ position: "relative" });
export const phoneMenu = style({ position: "relative", "@media": { [wide]: { display: "none" } } });
export const sheet = style({
  position: "absolute",
  right: 0,
  top: "calc(100% + 8px)",
  zIndex: 5,
  display: "grid",
  minWidth: 216,
  maxHeight: "calc(100dvh - 76px)",
  overflowY: "auto",
  padding: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
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
globalStyle(`${sheet} form:last-child`, { marginBlock: space[2], marginInline: space[3] });
globalStyle(`${sheet} form:last-child button`, { width: touch, padding: 0, justifyContent: "center" });
globalStyle(`${sheet} form:last-child button[aria-pressed=true]`, { background: color.tint });
globalStyle(`${sheet} a:hover, ${sheet} button:hover`, { background: color.tint });
globalStyle(`${sheet} a`, { position: "relative" });
globalStyle(`${sheet} a[aria-disabled]`, { color: color.inkSoft, opacity: 0.75, cursor: "not-allowed" });
globalStyle(`${sheet} a[aria-current]`, { color: color.ink, opacity: 1, fontWeight: 600 });
globalStyle(`${sheet} a[aria-current]::before`, {
  content: "",
  position: "absolute",
  insetBlock: 12,
  left: 0,
  width: 3,
  background: color.accent,
});
export const who = style({
  padding: `${space[2]}px ${space[3]}px`,
  color: color.inkSoft,
  fontSize: type.small,
  // As wide as the menu is anyway.
  width: 0,
  minWidth: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

/** On phones a page can take the header's place with a bar of its own, except for 48 pixels of the site's menu. */
const oneBar = ":root:has([data-one-bar])";
globalStyle(`${oneBar} ${bar}`, {
  "@media": { [phone]: { position: "absolute", top: 0, right: 0, zIndex: 4, border: 0, background: "none" } },
});
globalStyle(`${oneBar} ${inner}`, { "@media": { [phone]: { paddingInline: "0 4px" } } });
globalStyle(`${oneBar} ${brand}, ${oneBar} ${actions} > :not(${phoneMenu})`, {
  "@media": { [phone]: { display: "none" } },
});
