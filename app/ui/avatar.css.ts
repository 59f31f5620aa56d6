import { style, styleVariants } from "@vanilla-extract/css";
import { font, radius } from "../styles/tokens.css.ts";

export const avatar = style({
  display: "inline-grid",
  placeItems: "center",
  flex: "none",
  borderRadius: radius.round,
  overflow: "hidden",
  color: "#FFFFFF",
  fontFamily: font.head,
  fontWeight: 600,
  lineHeight: 1,
  objectFit: "cover",
  userSelect: "none",
});

/** Edges in pixels. */
export const sizes = { sm: 32, md: 44, lg: 56, xl: 80, "2xl": 120 } as const;
export const size = styleVariants(sizes, (edge) => ({
  width: edge,
  height: edge,
  fontSize: Math.round(edge * 0.42),
}));
export const square = style({ borderRadius: radius.small });

/** Twelve colours, each with at least 4.5 to 1 under white letters. */
export const tone = styleVariants({
  0: { background: "#15527A" },
  1: { background: "#2F6F62" },
  2: { background: "#7A4B8C" },
  3: { background: "#A0522B" },
  4: { background: "#1F7A4D" },
  5: { background: "#8A5A00" },
  6: { background: "#5A3E8E" },
  7: { background: "#4B5FA8" },
  8: { background: "#6B6A1E" },
  9: { background: "#93406B" },
  10: { background: "#3E6B8A" },
  11: { background: "#6A5140" },
});
