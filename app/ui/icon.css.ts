import { styleVariants } from "@vanilla-extract/css";

// `<use>` inherits nothing from the root of the sprite.
export const size = styleVariants({ 16: 16, 20: 20, 24: 24, 28: 28 }, (pixels) => ({
  width: pixels,
  height: pixels,
  flex: "none",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
}));
