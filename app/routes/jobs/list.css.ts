import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, radius, space, type, wide } from "../../styles/tokens.css.ts";

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  justifyContent: "space-between",
  gap: space[4],
  paddingTop: space[6],
});
export const subtitle = style({ marginTop: space[2], color: color.inkSoft });
export const columns = style({
  display: "grid",
  gap: space[5],
  paddingBlock: space[5],
  "@media": {
    [wide]: { gridTemplateColumns: "248px minmax(0, 1fr)", gap: space[7], paddingBlock: space[6] },
  },
});
export const listHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[2],
  paddingBottom: space[3],
  borderBottom: `1px solid ${color.ink}`,
});
export const spinner = style({
  display: "inline-block",
  marginLeft: space[2],
  verticalAlign: -2,
  color: color.sea,
});
export const activeBadge = style({
  paddingInline: space[3],
  borderRadius: radius.round,
  background: color.tint,
  color: color.inkSoft,
  fontSize: type.quiet,
});
export const searchLine = style({ paddingTop: space[3] });
export const searchChip = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  maxWidth: "100%",
  minHeight: 44,
  paddingInline: space[4],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.round,
  color: color.ink,
  fontSize: type.quiet,
  textDecoration: "none",
  overflowWrap: "anywhere",
});
export const list = style({ padding: 0 });
export const row = style({
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr)",
  gap: `${space[2]}px ${space[4]}px`,
  alignItems: "start",
  paddingBlock: space[4],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "44px minmax(0, 1fr) auto", paddingBlock: 20 } },
});
export const rowText = style({ minWidth: 0, overflowWrap: "anywhere" });
export const rowTitle = style({ fontSize: type.large });
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${rowTitle} a:hover`, { textDecoration: "underline" });
export const facts = style({ marginTop: space[1], color: color.inkSoft, fontSize: type.quiet });
globalStyle(`${facts} b`, { color: color.ink, fontWeight: 600 });
const state = style({
  display: "flex",
  alignItems: "center",
  gap: 6,
  marginTop: space[2],
  fontSize: type.small,
  selectors: {
    "&::before": {
      content: "",
      flex: "none",
      width: 7,
      height: 7,
      borderRadius: radius.round,
      background: "currentColor",
    },
  },
});
export const accepting = style([state, { color: color.good }]);
export const closed = style([state, { color: color.inkSoft }]);
export const rowAction = style({
  gridColumn: 2,
  "@media": { [medium]: { gridColumn: 3 } },
});
export const more = style({
  display: "flex",
  justifyContent: "center",
  gap: space[3],
  paddingBlock: space[5],
});
export const emptyActions = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  gap: space[3],
});
