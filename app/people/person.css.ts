import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, type } from "#app/ui/styles/tokens.css.ts";

export const person = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  position: "relative",
  minWidth: 0,
});
export const texts = style({ display: "grid", minWidth: 0, lineHeight: 1.35 });
export const name = style({
  color: color.ink,
  fontWeight: 600,
  textDecoration: "none",
  // Enlarges what can be tapped, not the line.
  paddingBlock: 5,
});
// A wider ring would overlap the next line.
globalStyle(`a${name}:focus-visible`, { outlineOffset: 0, borderRadius: 2 });
// Extends the touch target to the face.
globalStyle(`${person} a${name}::after`, { content: "", position: "absolute", inset: "-6px 0" });
/** As wide as its text, so that right-to-left text starts next to the face. */
export const line = style({ justifySelf: "start", color: color.inkSoft, fontSize: type.small });
