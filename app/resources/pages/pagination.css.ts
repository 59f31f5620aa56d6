import { style } from "@vanilla-extract/css";
import { color, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const pagination = style({
  justifyContent: "center",
  paddingBlock: space[5],
  fontSize: type.quiet,
});
/** On phones the numbers have their own line below the previous and next links. */
export const pages = style({
  gap: space[1],
  "@media": { [phone]: { justifyContent: "center", flexBasis: "100%", order: 1 } },
});
const cell = style({
  display: "grid",
  placeItems: "center",
  minWidth: touch,
  minHeight: touch,
  borderRadius: radius.small,
  color: color.ink,
  textDecoration: "none",
});
export const number = style([
  cell,
  {
    selectors: {
      "&[aria-current]": { background: color.primary, color: color.onPrimary, fontWeight: 600 },
      "&:hover:not([aria-current])": { background: color.tint },
    },
  },
]);
export const step = style([
  cell,
  { paddingInline: space[3], selectors: { "&[aria-disabled]": { color: color.inkSoft } } },
]);
export const gap = style([cell, { minWidth: 24 }]);
