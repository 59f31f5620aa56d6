import { globalStyle, style } from "@vanilla-extract/css";
import { color, narrow, phone, radius, space, touch, type } from "../../styles/tokens.css.ts";
import { barPx, menuPx } from "./conversations.css.ts";

export const head = style({
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: space[3],
  flex: "none",
  // The avatar is taller than both lines, so the typing line moves nothing.
  minHeight: barPx,
  padding: `0 ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  "@media": {
    // "View Conversations" lies at the end of it, on phones with the site's menu.
    [narrow]: { paddingRight: 208 },
    [phone]: { gap: space[2], paddingLeft: space[3], paddingRight: 136 + menuPx },
  },
});
export const headText = style({ minWidth: 0 });
export const name = style({
  fontSize: type.body,
  lineHeight: 1.3,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": { [phone]: { fontSize: type.quiet } },
});
export const typing = style({
  color: color.inkSoft,
  fontSize: type.small,
  fontStyle: "italic",
  lineHeight: 1.4,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

/** Filled from below: it starts at the newest message, and older ones added on top move nothing (docs/decisions/0014). */
export const scroller = style({
  flex: 1,
  minHeight: 0,
  display: "flex",
  flexDirection: "column-reverse",
  overflowY: "auto",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  padding: space[4],
});
export const older = style({ display: "flex", justifyContent: "center", paddingBottom: space[3] });
export const note = style({
  display: "grid",
  justifyItems: "center",
  gap: space[2],
  padding: space[5],
  color: color.inkSoft,
  fontSize: type.quiet,
  textAlign: "center",
});
globalStyle(`${note} > div`, { justifyItems: "center" });
export const emptyTitle = style({ color: color.ink, fontSize: type.large });

export const log = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 6 });
export const line = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)" });
export const day = style({
  justifySelf: "center",
  paddingBlock: space[3],
  color: color.inkSoft,
  fontSize: type.small,
});
const bubble = style({
  position: "relative",
  maxWidth: "min(85%, 34rem)",
  padding: `${space[2]}px ${space[3]}px`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
});
export const own = style([
  bubble,
  {
    justifySelf: "end",
    background: color.own,
    borderColor: "transparent",
    borderBottomRightRadius: 3,
  },
]);
export const other = style([
  bubble,
  { justifySelf: "start", background: color.paper, borderBottomLeftRadius: 3 },
]);
export const content = style({
  fontSize: type.quiet,
  lineHeight: 1.45,
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
  // Keeps the end of the last line free for the time.
  selectors: {
    "&::after": { content: "", display: "inline-block", width: "3rem", height: 1 },
    [`${other} > &::after`]: { width: "6.5rem" },
    [`${own} > &::after`]: { width: "4.25rem" },
  },
});
export const facts = style({
  position: "absolute",
  right: space[3],
  bottom: 6,
  display: "flex",
  alignItems: "center",
  gap: space[2],
  color: color.inkSoft,
  fontSize: type.small,
  lineHeight: 1.5,
});
/** Quiet, and large enough for a thumb without taking more room. */
export const report = style({
  position: "relative",
  color: color.inkSoft,
  textDecoration: "none",
  selectors: {
    "&:hover": { textDecoration: "underline" },
    "&::after": { content: "", position: "absolute", inset: "-12px -8px" },
  },
});
export const seen = style({ color: color.tick });
export const unsaved = style({
  display: "flex",
  alignItems: "center",
  justifySelf: "end",
  gap: space[1],
  color: color.bad,
  fontSize: type.small,
});

export const foot = style({
  flex: "none",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  padding: space[3],
  paddingBottom: `calc(${space[3]}px + env(safe-area-inset-bottom, 0px))`,
  borderTop: `1px solid ${color.line}`,
  "@media": {
    [phone]: {
      paddingTop: space[2],
      paddingBottom: `calc(${space[2]}px + env(safe-area-inset-bottom, 0px))`,
    },
  },
});
/** A long word makes the field taller, never wider. */
export const composer = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "end",
  gap: space[2],
});
export const field = style({});
// More specific than the look of every text area.
globalStyle(`${composer} > ${field}`, {
  minHeight: touch,
  maxHeight: "min(9.5em, 25dvh)",
  overflowWrap: "anywhere",
  paddingBlock: 9,
  lineHeight: 1.4,
  resize: "none",
  // Grows with its text, in browsers that can.
  fieldSizing: "content",
});
export const status = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "center",
  columnGap: space[2],
  color: color.inkSoft,
  textAlign: "center",
  fontSize: type.small,
});
globalStyle(`${status} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
