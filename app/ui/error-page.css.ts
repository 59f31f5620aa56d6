import { style } from "@vanilla-extract/css";
import { narrow } from "./styles/global.css.ts";
import { row } from "./styles/layout.css.ts";
import { color, space, type } from "./styles/tokens.css.ts";

export const page = style([
  narrow,
  { display: "grid", gap: space[4], justifyItems: "start", paddingBlock: space[5] },
]);
/** Lower than other pages where there is room, because it is short. Its drawing is beside the text. */
export const failure = style([narrow, row[3], { columnGap: space[8], paddingBlock: "8vw" }]);
export const status = style({ color: color.primary, fontSize: type.quiet });
