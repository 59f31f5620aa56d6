import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "./styles/global.css.ts";
import { color, space } from "./styles/tokens.css.ts";

/** Older browsers can't tell whether a card has the sentence: there it stands on top alone, and stays in the window. */
const cannotFindCards = "not selector(:has(*))";

export const line = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  marginBlock: space[3],
  padding: `${space[2]}px ${space[4]}px`,
  borderInlineStart: `3px solid ${color.good}`,
  background: color.tint,
});
export const cardLine = style([line, { "@supports": { [cannotFindCards]: { display: "none" } } }]);
export const top = style([
  page,
  { "@supports": { [cannotFindCards]: { position: "sticky", top: 0, zIndex: 4 } } },
]);
globalStyle(`${top}:has(~ * ${cardLine})`, { display: "none" });
