import { style } from "@vanilla-extract/css";
import { narrow } from "./styles/global.css.ts";
import { spread } from "./styles/layout.css.ts";
import { color, space, type } from "./styles/tokens.css.ts";

export const page = style([
  narrow,
  { display: "grid", gap: space[4], justifyItems: "start", paddingBlock: space[5] },
]);
/** Lower than other pages where there is room, because it is short. */
export const failure = style([narrow, spread, { paddingBlock: "8vw" }]);
export const status = style({ color: color.primary, fontSize: type.quiet });
