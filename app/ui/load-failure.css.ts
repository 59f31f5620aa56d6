import { style } from "@vanilla-extract/css";
import { color, space } from "./styles/tokens.css.ts";

export const failure = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBlock: space[5],
});
export const loading = style({
  display: "inline-block",
  marginLeft: space[2],
  verticalAlign: -2,
  color: color.primary,
  selectors: { "&[hidden]": { display: "none" } },
});
/** A whole page, or the content inside a page's frame. */
export const page = style({
  display: "grid",
  gap: space[2],
  selectors: {
    "main > &": {
      width: "100%",
      maxWidth: 768,
      marginInline: "auto",
      padding: `${space[6]}px ${space[4]}px`,
    },
  },
});
