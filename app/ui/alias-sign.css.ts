import { style } from "@vanilla-extract/css";
import { color } from "./styles/tokens.css.ts";

/** Each has a contrast far above 3:1 behind ink, in both themes. */
const hues = [color.primary, color.good, color.warn, color.bad, "#7A4B8C", "#2A8F96"];
export const tinted = style({
  verticalAlign: "middle",
  // For browsers without `color-mix`.
  background: color.tint,
  selectors: Object.fromEntries(
    hues.map((hue, tint) => [
      `&[data-tint="${tint}"]`,
      { background: `color-mix(in srgb, ${hue} 22%, ${color.surface})` },
    ]),
  ),
});
/** The drawing's width by the size of its circle. */
export const edge = { xs: 16, sm: 20, md: 28, lg: 28, xl: 28, "2xl": 28 } as const;
