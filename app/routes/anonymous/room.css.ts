import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, radius, space, touch, type, wide } from "../../styles/tokens.css.ts";

/** The height of the shell's header: 60 pixels and a hairline. */
const headerPx = 61;

export const frame = style({
  display: "grid",
  gridTemplate: "auto minmax(0, 1fr) auto / minmax(0, 1fr)",
  width: "100%",
  height: `calc(100dvh - ${headerPx}px)`,
  minHeight: 240,
  background: color.surface,
  overflow: "hidden",
  "@media": {
    [wide]: {
      maxWidth: 820,
      height: `calc(100dvh - ${headerPx + 2 * space[5]}px)`,
      marginBlock: space[5],
      marginInline: "auto",
      border: `1px solid ${color.line}`,
      borderRadius: radius.large,
    },
  },
});
export const head = style({
  padding: `${space[3]}px ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  "@media": { [phone]: { paddingBlock: space[2] } },
});
export const title = style({ fontSize: type.large });

/** Filled from below: it starts at the newest line, and older ones added on top move nothing (docs/decisions/0014). */
export const scroller = style({
  minHeight: 0,
  display: "flex",
  flexDirection: "column-reverse",
  overflowY: "auto",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  padding: space[4],
});
export const older = style({ display: "flex", justifyContent: "center", paddingBlock: space[3] });
export const note = style({
  display: "grid",
  alignContent: "center",
  justifyItems: "center",
  gap: space[2],
  padding: space[5],
  color: color.inkSoft,
  fontSize: type.quiet,
  textAlign: "center",
});
globalStyle(`${note} > div`, { justifyItems: "center" });
export const emptyTitle = style({ color: color.ink, fontSize: type.large });

export const log = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: space[2] });
export const line = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)" });
export const day = style({
  justifySelf: "center",
  paddingBlock: space[3],
  color: color.inkSoft,
  fontSize: type.small,
});
const bubble = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
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
export const guest = style({ color: color.inkSoft, fontSize: type.small, fontWeight: 600 });
export const content = style({
  fontSize: type.quiet,
  lineHeight: 1.45,
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
});
export const facts = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "end",
  gap: space[3],
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

export const foot = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  padding: space[3],
  paddingBottom: `calc(${space[3]}px + env(safe-area-inset-bottom, 0px))`,
  borderTop: `1px solid ${color.line}`,
});
export const postingAs = style({ color: color.inkSoft, fontSize: type.small });
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
  fontSize: type.small,
});
globalStyle(`${status} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
