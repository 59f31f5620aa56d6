import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, space, type } from "./styles/tokens.css.ts";

/** On wide screens its drawing is beside the text. */
export const empty = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBlock: space[5],
  color: color.inkSoft,
  "@media": { [medium]: { gridTemplateColumns: "auto 1fr", columnGap: space[6] } },
});
globalStyle(`${empty} > svg`, { "@media": { [medium]: { gridArea: "1 / 2 / span 3" } } });
export const title = style({ color: color.ink, fontSize: type.large });
