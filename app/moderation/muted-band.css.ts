import { style } from "@vanilla-extract/css";
import { color, radius, space } from "#app/ui/styles/tokens.css.ts";

export const band = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[1],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.tint,
});
export const reason = style({ whiteSpace: "pre-line", overflowWrap: "anywhere" });
