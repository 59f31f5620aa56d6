import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { page } from "#app/ui/styles/global.css.ts";
import { bottomEdge, color, radius, space, thumb, touch, type } from "#app/ui/styles/tokens.css.ts";

export const skip = style({
  position: "absolute",
  left: space[2],
  top: -100,
  zIndex: 20,
  padding: space[3],
  background: color.raised,
  selectors: { "&:focus": { top: space[2] } },
});
export const main = style({ flex: 1, minWidth: 0, outline: "none" });

const grow = keyframes({
  "0%": { transform: "scaleX(0)", opacity: 0 },
  "1%": { opacity: 1 },
  "60%": { transform: "scaleX(0.75)" },
  "100%": { transform: "scaleX(0.95)", opacity: 1 },
});
/** Below the header, or at the top of the window when the header has scrolled away. */
export const progressTrack = style({ position: "sticky", top: 0, height: 0, zIndex: 6 });
export const progress = style({
  position: "absolute",
  insetInline: 0,
  top: 0,
  height: 3,
  background: color.accent,
  transformOrigin: "left",
  animation: `${grow} 6s 300ms cubic-bezier(.1,.7,.3,1) both`,
});

const appear = keyframes({ from: { opacity: 0 } });
export const progressText = style({
  position: "absolute",
  insetInline: 0,
  top: space[2],
  width: "fit-content",
  marginInline: "auto",
  paddingInline: space[3],
  borderRadius: radius.round,
  background: color.ink,
  color: color.surface,
  fontSize: type.quiet,
  animation: `${appear} 160ms 300ms both`,
});

export const footer = style({
  "@media": { print: { display: "none" } },
  marginTop: space[8],
  paddingBottom: bottomEdge,
  borderTop: `1px solid ${color.line}`,
});
export const footerInner = style([
  page,
  {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: space[3],
    paddingBlock: space[4],
    color: color.inkSoft,
    fontSize: type.quiet,
  },
]);
export const footerLinks = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `0 ${space[4]}px`,
  flexGrow: 1,
});
globalStyle(`${footerLinks} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
/** One line on phones, whose profile menu has the switches. */
export const memberFooter = style([footer, { "@media": { [thumb]: { marginTop: space[6] } } }]);
globalStyle(`${memberFooter} > div > :not(${footerLinks}), ${memberFooter} [data-wide]`, {
  "@media": { [thumb]: { display: "none" } },
});
globalStyle(`${memberFooter} ${footerLinks}`, { "@media": { [thumb]: { gap: `0 ${space[3]}px` } } });
export const themes = style({
  display: "flex",
  width: "fit-content",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
});
/** A button that looks like a link. Used in the lines that `public/*.js` add, as well. */
export const scripts = style({});
globalStyle(`${scripts}, [data-kept-line] button`, {
  minHeight: touch,
  padding: 0,
  border: 0,
  background: "none",
  color: "inherit",
  textDecoration: "underline",
  cursor: "pointer",
});
export const theme = style({
  display: "grid",
  placeItems: "center",
  width: touch,
  height: touch,
  border: 0,
  borderRadius: radius.small,
  background: "none",
  color: color.inkSoft,
  cursor: "pointer",
  selectors: {
    // Forced colours remove the background but draw the outline.
    "&[aria-pressed=true]": { background: color.tint, color: color.ink, outline: "1px solid transparent" },
  },
});

/** The line that `app/device/worker/worker.ts` and `app/device/scripts/kept-page.ts` add to a page served from the cache. */
globalStyle(
  ":is([data-kept=away], [data-kept=none], [data-kept=unsent]) :is(body > header form, body > footer), [data-reader] [data-for=guests]",
  {
    display: "none",
  },
);
globalStyle("[data-kept-line]", {
  padding: `${space[3]}px ${space[4]}px`,
  background: color.tint,
  fontSize: type.quiet,
  textAlign: "center",
  whiteSpace: "pre-line",
});
