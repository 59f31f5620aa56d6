import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { color, phone, space, type } from "#app/ui/styles/tokens.css.ts";

export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
export const listed = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: `0 ${space[4]}px`,
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  "@media": { [phone]: { display: "grid" } },
});
export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  gap: space[3],
});
globalStyle(`${filters} > div`, { flex: "1 1 10rem" });
export const stipend = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(7rem, 1fr))",
  gap: space[3],
});
export const folded = styleFolded();
