import { style } from "@vanilla-extract/css";
import { page } from "../../styles/global.css.ts";
import { color, medium, space, type } from "../../styles/tokens.css.ts";

export const hero = style([page, { display: "grid", gap: space[5], paddingBlock: space[7] }]);
export const eyebrow = style({
  color: color.inkSoft,
  fontSize: type.small,
  letterSpacing: "0.08em",
  textTransform: "uppercase",
});
export const tagline = style({ maxWidth: "18ch", "@media": { [medium]: { fontSize: type.display } } });
export const actions = style({ display: "flex", flexWrap: "wrap", gap: space[3] });
