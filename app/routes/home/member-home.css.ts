import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "../../styles/global.css.ts";
import { color, medium, narrow, radius, space, touch, type } from "../../styles/tokens.css.ts";

export const body = style([
  page,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    paddingBlock: space[6],
  },
]);

export const steps = style({
  display: "grid",
  justifyItems: "start",
  gap: space[4],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
globalStyle(`${steps} h2`, { fontSize: type.large });
export const stepList = style({
  display: "grid",
  gap: `${space[3]}px ${space[6]}px`,
  width: "100%",
  "@media": { [medium]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});
export const step = style({
  paddingBlock: space[2],
  borderTop: `2px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: type.quiet,
});
globalStyle(`${step} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  fontSize: type.body,
  fontWeight: 600,
});
export const done = style({ marginInlineStart: space[2], color: color.good, fontWeight: 600 });

export const parts = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(18rem, 100%), 1fr))",
  gap: `${space[5]}px ${space[7]}px`,
  selectors: { "&:empty": { display: "none" } },
});
// The last of three stands below the first two on a tablet.
globalStyle(`${parts} > :nth-child(3)`, { "@media": { [narrow]: { gridColumn: "1 / -1" } } });
export const part = style({ minWidth: 0, borderTop: `1px solid ${color.ink}` });
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `0 ${space[3]}px`,
  minHeight: 52,
});
globalStyle(`${head} h2`, { fontSize: type.large });
globalStyle(`${head} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  fontSize: type.quiet,
});
export const list = style({});
export const item = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
  color: color.ink,
  fontSize: type.quiet,
  textDecoration: "none",
});
globalStyle(`${item}:hover b`, { textDecoration: "underline" });
/** A message is longer than its line. */
export const line = style({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  color: color.inkSoft,
});
