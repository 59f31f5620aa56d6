import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { color, font, medium, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";

// On small screens the form is first and there is no space for drawings.
export const aside = style({
  display: "grid",
  gap: space[4],
  order: 1,
  width: "100%",
  maxWidth: 440,
  marginInline: "auto",
  "@media": { [wide]: { gap: space[5], order: 0, maxWidth: "none" } },
});
export const window = style({
  display: "none",
  "@media": { [wide]: { display: "block" } },
  overflow: "hidden",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
});

/** Each picture stays for 2.5 s and slides away in 0.4 s. The fourth repeats the first to loop without a jump. */
const rotate = keyframes({
  "0%, 28%": { transform: "translateX(0)" },
  "33.33%, 61.33%": { transform: "translateX(-100%)" },
  "66.67%, 94.67%": { transform: "translateX(-200%)" },
  "100%": { transform: "translateX(-300%)" },
});
export const strip = style({
  display: "flex",
  animation: `${rotate} 7.5s ease-in-out infinite`,
  selectors: { [`${window}:hover &`]: { animationPlayState: "paused" } },
});
export const scene = style({
  flex: "0 0 100%",
  width: "100%",
  height: "auto",
  fill: "none",
  stroke: color.primary,
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  background: color.raised,
});
globalStyle(`${scene} [data-mark]`, { stroke: color.accent, strokeWidth: 3 });
globalStyle(`${scene} [data-soft]`, { opacity: 0.45 });
globalStyle(`${scene} [data-dot]`, { fill: color.primary, stroke: "none" });

/** On phones two lines. */
export const tagline = style({
  font: `600 clamp(${type.large}, 2.1vw, ${type.title})/1.25 ${font.head}`,
  textWrap: "balance",
});
export const together = style({ whiteSpace: "nowrap" });
/** One quiet line without borders, because they can't be pressed. */
export const chips = styleFacts();
globalStyle(chips, {
  color: color.inkSoft,
  fontSize: type.small,
  "@media": { [medium]: { fontSize: type.quiet } },
});
