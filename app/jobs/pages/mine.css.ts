import { globalStyle, style } from "@vanilla-extract/css";
import { touch } from "#app/ui/styles/tokens.css.ts";

/** Keeps its height where the button is in the empty list instead. */
export const head = style({});
globalStyle(`${head} > h1`, { alignContent: "center", minHeight: touch });
