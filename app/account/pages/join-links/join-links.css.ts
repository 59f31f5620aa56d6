import { globalStyle, style } from "@vanilla-extract/css";
import { styleOpen, styleSummary } from "#app/ui/drawer-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { page } from "#app/ui/styles/global.css.ts";
import { color, medium, narrow, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";

/** The form, and beside it on wide screens the links. */
export const frame = style([
  page,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    paddingBlock: space[5],
    "@media": {
      [wide]: { gridTemplateColumns: "340px minmax(0, 1fr)", columnGap: space[7], alignItems: "start" },
    },
  },
]);
export const head = style({ display: "grid", gap: space[2], gridColumn: "1 / -1" });
/** Folded on narrow screens, where its summary is the heading. */
export const maker = style({});
styleOpen(maker, wide);
globalStyle(`${maker} h2`, { "@media": { [narrow]: { display: "none" } } });
globalStyle(`${maker} form`, {
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  "@media": { [wide]: { padding: space[5] } },
});
// While the form is open, its own button is the coloured one.
globalStyle(`${maker}[open] > summary`, {
  marginBottom: space[3],
  borderColor: color.edge,
  background: "none",
  color: "inherit",
});

/** A link: its place and facts, its menu at the end, and its address and code below. */
export const link = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[3],
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
});
export const place = style({ display: "grid", gap: space[1], alignContent: "center" });
export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
export const shown = style({ gridColumn: "1 / -1" });
export const summary = styleSummary();
globalStyle(`${summary}`, { color: color.primary });
globalStyle(`${shown} input`, { textOverflow: "ellipsis" });
/** The code is beside the address if there is space. */
export const both = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  paddingBlock: `${space[2]}px ${space[3]}px`,
  "@media": {
    [medium]: { gridTemplateColumns: "minmax(0, 1fr) 200px", columnGap: space[6], alignItems: "start" },
  },
});
