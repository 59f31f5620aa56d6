import { style, styleVariants } from "@vanilla-extract/css";
import { color, font, radius } from "./styles/tokens.css.ts";

/** White letters have a contrast of at least 4.5:1 on each. */
const tones = [
  "#15527A",
  "#2F6F62",
  "#7A4B8C",
  "#A0522B",
  "#1F7A4D",
  "#8A5A00",
  "#5A3E8E",
  "#4B5FA8",
  "#6B6A1E",
  "#93406B",
  "#3E6B8A",
  "#6A5140",
];

export const avatar = style({
  position: "relative",
  display: "inline-grid",
  placeItems: "center",
  flex: "none",
  aspectRatio: "1",
  borderRadius: radius.round,
  overflow: "hidden",
  color: "#FFFFFF",
  fontFamily: font.head,
  fontWeight: 600,
  lineHeight: 1,
  objectFit: "cover",
  userSelect: "none",
  printColorAdjust: "exact",
  // Visible in forced colours, where the background is not.
  outline: "1px solid transparent",
  outlineOffset: -1,
  selectors: Object.fromEntries(tones.map((background, tone) => [`&[data-tone="${tone}"]`, { background }])),
});

export const picture = style({ position: "absolute", inset: 0, objectFit: "cover" });

/** The specification's sizes, and `xs`. */
export const sizes = { xs: 24, sm: 32, md: 44, lg: 56, xl: 80, "2xl": 120 } as const;
export const size = styleVariants(sizes, (edge) => ({
  width: edge,
  fontSize: Math.round(edge * 0.42),
}));
/** An alias: neither the letter nor the colour of a member. */
export const sign = style({ background: color.tint, color: color.ink });
/** A member who left. */
export const empty = style({ border: `1px solid ${color.edge}` });
export const square = style({ borderRadius: radius.small });
