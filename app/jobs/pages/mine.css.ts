import { globalStyle, style } from "@vanilla-extract/css";
import { space, touch, wide } from "#app/ui/styles/tokens.css.ts";

/** Keeps its height where the button is in the empty list instead. */
export const head = style({});
globalStyle(`${head} > h1`, { alignContent: "center", minHeight: touch });
/** An empty list is in the middle of its wide page. */
export const list = style({});
globalStyle(`${list} > div`, {
  "@media": { [wide]: { justifyItems: "center", paddingTop: space[6], textAlign: "center" } },
});
