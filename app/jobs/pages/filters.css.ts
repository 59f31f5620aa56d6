import { globalStyle, style } from "@vanilla-extract/css";
import { canLieOpen, styleOpen } from "#app/ui/drawer-style.ts";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { color, narrow, radius, space, thumbBar, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

/** Windows tall enough for the whole column. */
const high = `${wide} and (min-height: 72rem)`;

/** The search is above the list, the filters are beside it. */
export const form = style({ display: "contents" });
export const search = style({
  minWidth: 0,
  "@media": {
    [narrow]: { selectors: { "&:has(+ [open])": { gridColumn: "1 / -1" } } },
    [wide]: { gridColumn: 2 },
  },
});

/** On wide screens it scrolls with the page until its end is visible, then sticks. In tall windows all of it sticks. */
export const panel = style({
  minWidth: 0,
  "@media": {
    // The opener is taller than the search.
    [narrow]: {
      marginBlock: -2,
      selectors: { "&[open]": { gridColumn: "1 / -1", borderBottom: `1px solid ${color.line}` } },
    },
    [wide]: {
      gridArea: "1 / 1 / span 2",
      position: "sticky",
      bottom: space[4],
      alignSelf: "end",
    },
    [high]: { top: space[4], bottom: "auto", alignSelf: "start" },
  },
});
export const group = style({ borderTop: `1px solid ${color.line}`, "@media": { [wide]: { borderTop: 0 } } });
export const chosen = style({
  minWidth: 0,
  overflow: "hidden",
  color: color.inkSoft,
  fontWeight: 400,
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
styleOpen(`:is(${panel}, ${group})`, wide);

/** Not a grid: sticky children cannot leave their grid row. */
export const filters = style({
  display: "flex",
  flexDirection: "column",
  "@media": {
    [wide]: { gap: space[4] },
  },
});
const label = style({
  display: "block",
  paddingBottom: space[2],
  fontSize: type.quiet,
  fontWeight: 600,
});
/** In the drawer the group's title says the same. */
export const legend = style([
  label,
  visuallyHidden,
  {
    "@media": {
      [wide]: {
        "@supports": {
          [canLieOpen]: {
            position: "static",
            width: "auto",
            height: "auto",
            paddingBottom: space[2],
            overflow: "visible",
            clipPath: "none",
          },
        },
      },
    },
  },
]);
export const choices = style({
  position: "relative",
  paddingBottom: space[3],
  "@media": { [wide]: { paddingBottom: 0 } },
});
/** The amount in its own row, the currency and pay period below. */
export const salary = style([choices, { display: "grid", gridTemplateColumns: "1fr 1fr", gap: space[2] }]);
globalStyle(`${salary} > label, ${salary} > input`, { gridColumn: "1 / -1" });
globalStyle(`${salary} select`, { fontSize: type.quiet });
globalStyle(`${salary} > label`, { marginBottom: `calc(-1 * ${space[2]}px)` });
globalStyle(`${filters} > label`, {
  "@media": { [narrow]: { borderTop: `1px solid ${color.line}` } },
});
globalStyle(`${filters} label:has(> input[type=checkbox])`, {
  "@media": { "(pointer: fine)": { paddingBlock: 5 } },
});
export const more = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[1],
  minHeight: 32,
  color: color.primary,
  fontSize: type.small,
  fontWeight: 600,
  "@media": { "(pointer: coarse)": { minHeight: touch } },
});
globalStyle(`details[open] > ${more}`, { display: "none" });
export const chips = style({ display: "flex", flexWrap: "wrap", gap: space[2], paddingTop: space[2] });
export const chip = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: 32,
  paddingInline: space[3],
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  background: color.raised,
  color: color.inkSoft,
  fontSize: type.small,
  textDecoration: "none",
  "@media": { "(pointer: coarse)": { minHeight: touch } },
  selectors: {
    "&:hover": { borderColor: color.edge },
    "&[aria-current]": { background: color.primary, borderColor: color.primary, color: color.onPrimary },
  },
});
/** Sticky within the drawer. */
export const buttons = style({
  position: "sticky",
  bottom: thumbBar,
  zIndex: 2,
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[1]}px ${space[4]}px`,
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
  background: color.surface,
  "@media": { [wide]: { position: "static", paddingBlock: 0, borderTop: 0 } },
});
globalStyle(`${buttons} > button`, { flex: 1, "@media": { [wide]: { flex: "none" } } });
/** With scripts every change applies immediately, so only the drawer needs the button. */
export const showButton = style({});
globalStyle(`${buttons} > ${showButton}, ${buttons}:has(> ${showButton}:only-child)`, {
  "@media": { [wide]: { "@supports": { [canLieOpen]: { display: "none" } } } },
});
