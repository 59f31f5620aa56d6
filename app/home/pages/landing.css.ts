import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { page } from "#app/ui/styles/global.css.ts";
import { color, font, medium, radius, space, still, touch, type, wide } from "#app/ui/styles/tokens.css.ts";
import { onceStopped } from "./drawings.css.ts";

export const hero = style([
  page,
  {
    display: "grid",
    gap: space[6],
    alignItems: "center",
    paddingBlock: space[6],
    "@media": {
      [medium]: { gridTemplateColumns: "1.15fr .85fr", gap: space[7], paddingBlock: space[7] },
      [wide]: { paddingBlock: space[8] },
    },
  },
]);
export const welcome = style({ display: "grid", gap: space[4], justifyItems: "start" });
export const eyebrow = style({
  color: color.inkSoft,
  fontSize: type.small,
  letterSpacing: "0.08em",
  textTransform: "uppercase",
});
export const tagline = style({
  fontSize: "max(1.25rem, min(clamp(2.25rem, 1.1rem + 3.4vw, 3.25rem), 10vw))",
  maxWidth: "18ch",
});
export const promise = style({ maxWidth: "34ch", color: color.inkSoft, fontSize: type.large });
export const actions = style({ display: "flex", flexWrap: "wrap", gap: space[3], marginTop: space[2] });

/** Hidden on phones, where members see what is new first. */
export const memberDrawing = style({ display: "none", "@media": { [medium]: { display: "block" } } });
export const guestLinks = style({ color: color.inkSoft, fontSize: type.quiet });
globalStyle(`${guestLinks} a`, { display: "inline-block", paddingBlock: space[2] });

export const live = style([
  page,
  {
    display: "grid",
    gap: space[4],
    paddingBottom: space[6],
    "@media": { [medium]: { gridTemplateColumns: "repeat(3, 1fr)" } },
  },
]);
export const thing = style({
  borderTop: `1px solid ${color.line}`,
  paddingTop: space[3],
  "@media": { [medium]: { borderTop: `2px solid ${color.primary}` } },
});
globalStyle(`${thing} a`, { display: "flex", alignItems: "center", minHeight: touch, fontWeight: 600 });

export const partners = style({
  borderBlock: `1px solid ${color.line}`,
  paddingBlock: space[3],
  overflow: "hidden",
});
export const partnersHead = style([
  page,
  { display: "flex", alignItems: "center", justifyContent: "space-between", gap: space[3] },
]);
export const stop = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  minHeight: touch,
  color: color.inkSoft,
  fontSize: type.small,
  whiteSpace: "nowrap",
  cursor: "pointer",
  "@media": { [still]: { display: "none" } },
});
export const stopBox = style({ width: 18, height: 18, margin: 0, accentColor: color.primary });

const pass = keyframes({ to: { transform: "translateX(-50%)" } });
export const strip = style({
  display: "flex",
  width: "max-content",
  minWidth: "200%",
  animation: `${pass} 48s linear infinite`,
  selectors: { [`&:hover, ${onceStopped} &`]: { animationPlayState: "paused" } },
  "@media": { [still]: { width: "auto", minWidth: 0, animation: "none" } },
});
export const names = style({
  display: "flex",
  flex: "1 0 auto",
  alignItems: "center",
  justifyContent: "space-around",
});
/** Without motion lines of names. The dot before a line's first name is clipped. */
globalStyle(names, {
  "@media": {
    [still]: {
      flex: "1 1 0",
      flexWrap: "wrap",
      justifyContent: "start",
      columnGap: space[5],
      marginInline: `max(${space[4]}px, 50% - 580px)`,
      overflowX: "clip",
    },
    [`${medium} and ${still}`]: { marginInline: `max(${space[5]}px, 50% - 580px)` },
  },
});
globalStyle(`${names}[data-copy]`, { "@media": { [still]: { display: "none" } } });
const between = { content: "", width: 7, height: 7, background: color.accent, transform: "rotate(45deg)" };
export const name = style({
  display: "flex",
  alignItems: "center",
  paddingBlock: space[1],
  fontFamily: font.head,
  fontSize: type.large,
  whiteSpace: "nowrap",
  selectors: { "&::after": { ...between, marginInline: space[5] } },
  "@media": {
    // Breaks only if it is wider than its line.
    [still]: {
      fontSize: type.body,
      whiteSpace: "normal",
      selectors: {
        "&::after": { content: "none" },
        "&::before": { content: '"·"', width: space[5], marginLeft: -space[5], textAlign: "center" },
      },
    },
  },
});

export const section = style([
  page,
  {
    display: "grid",
    gap: space[5],
    paddingTop: space[7],
    "@media": { [medium]: { paddingTop: space[8] } },
  },
]);
export const head = style({ display: "grid", gap: space[2] });
globalStyle(`${head} h2`, {
  fontSize: "max(1.125rem, min(clamp(1.625rem, 1.2rem + 1.6vw, 2.25rem), 8vw))",
});

export const features = style({
  display: "grid",
  borderTop: `1px solid ${color.line}`,
  "@media": {
    [medium]: { gridTemplateColumns: "1fr 1fr", borderLeft: `1px solid ${color.line}` },
    [wide]: { gridTemplateColumns: "repeat(3, 1fr)" },
  },
});
export const feature = style({
  display: "grid",
  gridTemplateColumns: "32px 1fr",
  gap: space[4],
  paddingBlock: space[4],
  borderBottom: `1px solid ${color.line}`,
  "@media": {
    [medium]: {
      gridTemplateColumns: "1fr",
      gap: space[3],
      padding: space[5],
      borderRight: `1px solid ${color.line}`,
    },
  },
});
globalStyle(`${feature} svg`, { color: color.primary });
globalStyle(`${feature} h3`, { marginBottom: space[1] });
// The whole card is a link.
globalStyle(`${feature}:has(a)`, { position: "relative" });
globalStyle(`${feature}:has(a):hover`, { background: color.tint });
globalStyle(`${feature} a`, { color: color.ink });
globalStyle(`${feature} a:not(:hover)`, { textDecoration: "none" });
globalStyle(`${feature} a::after`, { content: "", position: "absolute", inset: 0 });

export const peers = style({
  display: "grid",
  gap: space[4],
  "@media": {
    [medium]: { gridTemplateColumns: "1fr 1fr" },
    [wide]: { gridTemplateColumns: "repeat(4, 1fr)" },
  },
});
const card = style({
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
export const peer = style([
  card,
  {
    display: "flex",
    alignItems: "center",
    gap: space[4],
    padding: space[4],
    "@media": { [wide]: { flexDirection: "column", padding: space[5], textAlign: "center" } },
  },
]);
export const joined = style({ marginTop: space[1], fontSize: type.quiet });

export const voices = style({
  display: "grid",
  gap: space[4],
  "@media": { [wide]: { gridTemplateColumns: "repeat(3, 1fr)" } },
});
export const voice = style([card, { padding: space[5] }]);
export const figure = style({ display: "flex", flexDirection: "column", gap: space[4], height: "100%" });
export const quote = style({
  flex: 1,
  fontFamily: font.head,
  fontSize: type.large,
  lineHeight: 1.4,
  textWrap: "pretty",
  selectors: { "&::before": { content: "“" }, "&::after": { content: "”" } },
});
export const speaker = style({ display: "flex", alignItems: "center", gap: space[3], fontSize: type.quiet });
export const role = style({ display: "block", color: color.inkSoft });

export const call = style([page, { marginTop: space[8] }]);
export const callInner = style({
  display: "grid",
  gap: space[4],
  justifyItems: "start",
  alignItems: "center",
  paddingTop: space[6],
  borderTop: `1px solid ${color.ink}`,
  "@media": { [medium]: { gridTemplateColumns: "1fr auto" } },
});

// Cards fade in once, in turn. Only a script hides them first, so without it they are simply visible.
globalStyle("[data-card]", { transition: "opacity 240ms ease-out, transform 240ms ease-out" });
globalStyle("[data-card][data-enter=wait]", {
  opacity: 0,
  transform: "translateY(16px)",
  transition: "none",
});
for (const nth of [1, 2, 3, 4, 5]) {
  globalStyle(`[data-card][data-enter]:nth-child(${nth + 1})`, { transitionDelay: `${nth * 60}ms` });
}
