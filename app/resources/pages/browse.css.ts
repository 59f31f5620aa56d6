import { globalStyle, style } from "@vanilla-extract/css";
import { styleOpen, styleSummary } from "#app/ui/drawer-style.ts";
import { color, medium, phone, space, wide } from "#app/ui/styles/tokens.css.ts";

export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[2]}px ${space[3]}px`,
  alignItems: "end",
  marginTop: space[4],
  marginBottom: space[5],
  paddingBlock: space[3],
  borderBlock: `1px solid ${color.line}`,
  "@media": {
    [phone]: { marginBlock: `0 ${space[4]}px`, borderTop: 0 },
  },
});
export const field = style({ minWidth: 0 });
export const search = style({
  flex: "1 1 10rem",
  minWidth: 0,
  "@media": { [medium]: { flexBasis: "100%" } },
});
export const more = style({
  selectors: { "&[open]": { flexBasis: "100%" } },
  "@media": { [medium]: { flexBasis: "100%" } },
});
export const moreSummary = styleSummary();
// Category names are longer than years.
export const moreFields = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(8rem, 100%), 1fr))",
  gap: space[2],
  alignItems: "end",
  "@media": {
    [medium]: { gridTemplateColumns: "4fr 3fr 3fr", gap: space[3] },
    [wide]: { gridTemplateColumns: "1.4fr repeat(5, minmax(0, 1fr))" },
  },
});
// "All Categories" fits beside the arrow.
globalStyle(`${moreFields} select`, { paddingRight: space[5] });
styleOpen(more, medium);
export const buttons = style({
  display: "flex",
  gap: space[4],
  flexBasis: "100%",
  "@media": { [wide]: { flexBasis: "auto" } },
});
