import { globalStyle, style } from "@vanilla-extract/css";
import { drawn } from "./drawing.css.ts";
import { color, medium, space } from "./styles/tokens.css.ts";

/** From this width the drawing is beside the head's text. */
const large = "screen and (min-width: 80rem)";
/** On smaller screens the drawing is at the end of the title's line. */
const height = 48;

const besideText = { width: 256, height: 96, strokeWidth: 2 };

/**
 * Styles of `Area`. A feature that has one calls this in its own styles, so that other pages don't load them. Text never
 * covers the drawing.
 * @param end its distance from the end of a head with a button, except on phones; null to keep it small
 */
export function styleArea(end: number | string | null = 0): string {
  const area = style({
    position: "absolute",
    zIndex: -1,
    insetBlockStart: space[1],
    insetInlineEnd: 0,
    width: "min(8rem, 100% - 13.5rem)",
    height,
    color: color.primary,
    strokeWidth: 2.75,
    opacity: 0.75,
    "@media": end === null ? {} : { [large]: besideText },
  });
  if (end) globalStyle(`a + ${area}`, { "@media": { [medium]: { insetInlineEnd: end } } });
  globalStyle(`:has(> ${area})`, { position: "relative" });
  globalStyle(`:has(> ${area}) h1:first-child`, { alignContent: "center", minHeight: height });
  globalStyle(`:has(> ${area}) h1 + p`, { maxWidth: "35rem" });
  return `${drawn} ${area}`;
}
