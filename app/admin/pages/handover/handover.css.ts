import { globalStyle, style } from "@vanilla-extract/css";
import { space } from "#app/ui/styles/tokens.css.ts";

export const onPaper = style({
  display: "none",
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  "@media": { print: { display: "grid", gap: space[2] } },
});
globalStyle(`${onPaper} dt`, { fontWeight: 600 });
globalStyle(`body:has(${onPaper}) nav`, { "@media": { print: { display: "none" } } });
