import { globalStyle, style } from "@vanilla-extract/css";
import { color, wide } from "../styles/tokens.css.ts";
import { drawn } from "./drawing.css.ts";

/** From this width it stands beside the text of its head. */
const beside = "screen and (min-width: 80rem)";

/**
 * The look of `Area`, in the styles of the features that have one: other pages don't load it. On smaller screens text stands
 * over it: with 0.27 the quiet ones have less than 4.5 to 1 where a line crosses them.
 */
export function styleArea(): string {
  const area = style({
    position: "absolute",
    zIndex: -1,
    insetBlockStart: 0,
    insetInlineEnd: 0,
    width: 213,
    height: 80,
    maxHeight: "100%",
    color: color.edge,
    opacity: 0.26,
    pointerEvents: "none",
    "@media": {
      [wide]: { insetInlineEnd: "16rem", width: 320, height: 120 },
      [beside]: { color: color.primary, opacity: 0.6 },
    },
  });
  globalStyle(`:has(> ${area})`, { position: "relative", isolation: "isolate" });
  // As on a chart: lines end before a letter.
  globalStyle(`:has(> ${area}) :is(h1, h1 + p)`, {
    textShadow: Array(4).fill(`0 0 4px ${color.surface}`).join(),
    "@media": { [beside]: { maxWidth: "35rem" } },
  });
  return style([drawn, area]);
}
