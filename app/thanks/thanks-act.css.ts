import { style } from "@vanilla-extract/css";
import { color, space, touch } from "#app/ui/styles/tokens.css.ts";

export const act = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[1],
  minHeight: touch,
  padding: 0,
  border: 0,
  background: "none",
  color: "inherit",
  font: "inherit",
  textDecoration: "underline",
  textUnderlineOffset: 3,
  cursor: "pointer",
  selectors: { "&[aria-pressed=true]": { color: color.good, fontWeight: 600, textDecoration: "none" } },
});
/** The opened form takes its own line. */
export const details = style({ selectors: { "&[open]": { flexBasis: "100%" } } });
export const form = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  width: "min(100%, 68ch)",
  paddingBlock: space[2],
  color: color.ink,
});
/** Makes a field as wide as its form. */
export const wide = style({ width: "100%" });
