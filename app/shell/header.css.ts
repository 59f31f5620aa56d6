import { globalStyle, style } from "@vanilla-extract/css";
import {
  color,
  font,
  phone,
  radius,
  sideways,
  space,
  thumb,
  thumbBar,
  touch,
  type,
  wide,
} from "#app/ui/styles/tokens.css.ts";

/** Phones on which a guest's two buttons leave little space for the site's name. */
const tiny = "screen and (max-width: 25rem)";

/** The height of the bottom bar on phones. */
const barPx = 56;

export const bar = style({
  borderBottom: `1px solid ${color.line}`,
  background: color.surface,
  // Links are useless in print.
  "@media": { print: { display: "none" } },
});
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
    [wide]: { flexWrap: "wrap", gap: "0 min(24px, 1.7vw)", paddingInline: space[5] },
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
export const mark = style({
  flex: "none",
  fill: "none",
  stroke: color.primary,
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
/** Narrower on phones, to leave room for the site's name. */
export const logo = style({
  flex: "none",
  width: "auto",
  maxWidth: 112,
  height: 28,
  objectFit: "contain",
  "@media": { [phone]: { maxWidth: 40 } },
});
/** Points to the current section. It swings only on client navigations. */
export const needle = style({ transition: "transform 240ms ease-out" });
export const siteName = style({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
/** Beside a guest's two buttons, the narrowest phones show only the logo. */
export const guestSiteName = style([
  siteName,
  { "@media": { "screen and (max-width: 22.25rem)": { width: 1, marginLeft: -1, opacity: 0 } } },
]);
/** Limits the text size so that both buttons fit on a phone. The menu has them at any size. */
export const guestButton = style({
  fontSize: `min(${type.quiet}, 4.7vw)`,
  "@media": { [tiny]: { paddingInline: space[2] } },
});

/** With much larger text the links get their own lines. */
export const wideNav = style({
  display: "none",
  flex: "1 1 max-content",
  flexWrap: "wrap",
  columnGap: "min(16px, 1.2vw)",
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

// Forced colours would make the transparent border visible.
globalStyle(`${wideNav} a:not([aria-current])`, {
  "@media": { "(forced-colors: active)": { borderColor: "Canvas" } },
});

export const actions = style({
  display: "flex",
  flex: "1 0 auto",
  alignItems: "center",
  justifyContent: "end",
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
/** Hidden on the narrowest phones, where the guest menu contains it, so that the site's name fits. */
export const guestSearch = style([iconButton, { "@media": { [tiny]: { display: "none" } } }]);
/** A number at the top right of an icon, or at the end of a menu item. Zero is hidden. */
export const badgePlace = style({ selectors: { '&[data-unread="0"]': { display: "none" } } });
globalStyle(`${iconButton} ${badgePlace}`, { position: "absolute", top: 0, left: "58%", lineHeight: 1 });

/** Shown only in the bottom bar on phones. */
export const inBar = style({ display: "none", "@media": { [thumb]: { display: "contents" } } });
/** Visible text with empty alternative text, because the accessible name already contains it. */
const named = (text: string) => `"${text}" / ""`;
export const messages = style([inBar, { selectors: { "&::after": { content: named("Messages") } } }]);
export const me = style([
  inBar,
  {
    selectors: {
      "&::after": { content: named("Me") },
      '&:not([data-unread="0"])::before': {
        content: 'attr(data-unread) / ""',
        position: "absolute",
        top: 3,
        // Covers a corner of the picture only, and "99+" still fits at 320 pixels.
        left: "calc(50% + 3px)",
        minWidth: "1.67em",
        paddingInline: "0.35em",
        borderRadius: radius.round,
        background: color.primary,
        color: color.onPrimary,
        fontSize: "min(0.75rem, 17px)",
        fontWeight: 600,
        lineHeight: 1.67,
        textAlign: "center",
      },
    },
  },
]);
export const notInBar = style({});

/** The member's links and profile menu: in the header, and on phones at the bottom, within reach of a thumb. */
export const own = style({
  display: "flex",
  gap: space[2],
  "@media": {
    [tiny]: { gap: space[1] },
    [thumb]: {
      position: "fixed",
      insetInline: 0,
      bottom: 0,
      zIndex: 9,
      display: "grid",
      gridTemplateColumns: "repeat(5, minmax(0, 1fr))",
      gap: 0,
      padding: "0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)",
      borderTop: `1px solid ${color.line}`,
      background: color.surface,
      fontSize: `min(${type.small}, 3.4vw)`,
      lineHeight: 1.2,
    },
  },
});
export const profile = style({ position: "relative", "@media": { [thumb]: { position: "static" } } });
globalStyle(`${own} > a, ${profile} > summary`, {
  "@media": {
    [thumb]: {
      display: "grid",
      alignContent: "center",
      gap: 2,
      width: "auto",
      height: barPx,
      borderRadius: 0,
      color: color.inkSoft,
      textDecoration: "none",
    },
  },
});
globalStyle(`${own} > a[aria-current], ${profile}[open] > summary`, {
  "@media": { [thumb]: { color: color.ink, boxShadow: `inset 0 3px ${color.accent}`, fontWeight: 600 } },
});
globalStyle(`${own} ${notInBar}`, { "@media": { [thumb]: { display: "none" } } });
// The picture is as tall as the icons beside it.
globalStyle(`${profile} > summary > :first-child`, {
  "@media": { [thumb]: { width: 24, height: 24, fontSize: type.small } },
});

// The bottom bar is hidden while the on-screen keyboard is open. It returns only after the touch that closed the
// keyboard, which would otherwise end on content that has moved.
const typing = `:focus:is(textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file], [type=submit]))`;
globalStyle(`:root:has(${own})`, {
  "@media": {
    [thumb]: {
      vars: { "--q-thumb-bar": `calc(${barPx + 1}px + env(safe-area-inset-bottom, 0px))` },
      scrollPaddingBottom: `calc(${thumbBar} + ${space[2]}px)`,
      transition: "--q-thumb-bar 0s 200ms allow-discrete !important",
    },
  },
});
globalStyle(`:root:has(${own}) body`, { "@media": { [thumb]: { paddingBottom: thumbBar } } });
globalStyle(`:root:has(${typing})`, {
  "@media": { [thumb]: { vars: { "--q-thumb-bar": "0px" }, transition: "none !important" } },
});
globalStyle(`${own}`, { "@media": { [thumb]: { transition: "visibility 0s 200ms !important" } } });
globalStyle(`:root:has(${typing}) ${own}`, {
  "@media": { [thumb]: { visibility: "hidden", transition: "none !important" } },
});

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
  position: "relative",
  fontSize: type.quiet,
  textAlign: "left",
  textDecoration: "none",
  cursor: "pointer",
});
globalStyle(`${sheet} ${badgePlace}`, { marginLeft: "auto" });
globalStyle(`${sheet} > ${inBar}`, { display: "none", "@media": { [thumb]: { display: "flex" } } });
globalStyle(`${profile} > ${sheet}`, {
  "@media": {
    [thumb]: {
      position: "fixed",
      top: "auto",
      right: space[2],
      bottom: `calc(${thumbBar} + ${space[2]}px)`,
      maxHeight: `calc(100dvh - ${thumbBar} - ${2 * space[2]}px)`,
    },
  },
});
globalStyle(`${sheet} form:last-child`, { marginBlock: space[2], marginInline: space[3] });
globalStyle(`${sheet} form:last-child button`, { width: touch, padding: 0, justifyContent: "center" });
globalStyle(`${sheet} form:last-child button[aria-pressed=true]`, { background: color.tint });
globalStyle(`${sheet} a:hover, ${sheet} button:hover`, { background: color.tint });
// Dims links that guests cannot use.
globalStyle(`${wideNav} a[aria-disabled], ${sheet} a[aria-disabled]`, {
  color: color.inkSoft,
  opacity: 0.9,
  cursor: "not-allowed",
});
globalStyle(`${wideNav} a[aria-current]`, { color: color.ink, opacity: 1, borderBottomColor: color.accent });
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
  // Does not widen the menu.
  width: 0,
  minWidth: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

/**
 * On phones a page can replace the header with its own bar, except for the site's menu and the actions missing from the
 * bottom bar: `menuPx` and `actionsPx` of `messages/conversations.css.ts`.
 */
const oneBar = ":root:has([data-one-bar])";
const oneBarWindow = `${thumb}, ${sideways}`;
globalStyle(`${oneBar} ${bar}`, {
  "@media": {
    [oneBarWindow]: { position: "absolute", top: 0, right: 0, zIndex: 4, border: 0, background: "none" },
  },
});
globalStyle(`${oneBar} ${inner}`, { "@media": { [oneBarWindow]: { paddingInline: "0 4px" } } });
globalStyle(`${oneBar} :is(${brand}, ${actions} > a, ${actions} > form)`, {
  "@media": { [oneBarWindow]: { display: "none" } },
});
