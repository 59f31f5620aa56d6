import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "./styles/global.css.ts";
import { color, space } from "./styles/tokens.css.ts";

/** Browsers without `:has` can't tell whether a card shows the message, so they show it at the top of the window only. */
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
