import { globalStyle, style } from "@vanilla-extract/css";
import { medium, phone, space } from "#app/ui/styles/tokens.css.ts";

export const onPaper = style({
  display: "none",
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  "@media": { print: { display: "grid", gap: space[2] } },
});
export const lead = style({ maxWidth: "68ch", textWrap: "pretty" });
export const contacts = style({ marginTop: space[3] });
/** On phones the parts are far apart, because their heads are little larger than the labels. */
export const parts = style({});
globalStyle(`${parts} > section, ${parts} > form, ${contacts}`, {
  "@media": { [phone]: { paddingTop: space[4] } },
});
/** What a field is for is above it, and a field is as high as its text. */
export const fields = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  "@media": { [medium]: { gridTemplateColumns: "1fr 1fr", columnGap: space[5] } },
});
globalStyle(`${fields} > :has(textarea):last-child`, { "@media": { [medium]: { gridColumn: "1 / -1" } } });
globalStyle(`${fields} > *`, { gridTemplateRows: "auto auto 1fr" });
globalStyle(`${fields} label`, { order: -2 });
globalStyle(`${fields} [id$="-hint"]`, { order: -1 });
globalStyle(`${fields} textarea`, { minHeight: 72, fieldSizing: "content" });
globalStyle(`${onPaper} dt`, { fontWeight: 600 });
globalStyle(`body:has(${onPaper}) nav`, { "@media": { print: { display: "none" } } });
