import { globalStyle, style } from "@vanilla-extract/css";
import { drawn } from "./drawing.css.ts";
import { color, phone, space, type } from "./styles/tokens.css.ts";

/** From this width it stands beside the text of its head. */
const large = "screen and (min-width: 80rem)";
/** On smaller screens it stands at the end of the first line, in what a title leaves free. */
const height = 48;

const besideText = { width: 256, height: 96, strokeWidth: 2 };

/**
 * The look of `Area`, in the styles of the features that have one: other pages don't load it. No text stands over it.
 * @param end how far from the end of its head on large screens, where an act may be; null where it stays small
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
    "@media": end === null ? {} : { [large]: { ...besideText, insetInlineEnd: end } },
  });
  globalStyle(`:has(> ${area})`, { position: "relative" });
  globalStyle(`:has(> ${area}) h1:first-child`, { alignContent: "center", minHeight: height });
  globalStyle(`:has(> ${area}) h1 + p`, { maxWidth: "35rem" });
  if (end === null) globalStyle(`:has(> ${area}) > h1`, { "@media": { [phone]: { fontSize: type.title } } });
  return `${drawn} ${area}`;
}
