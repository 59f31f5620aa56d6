import { style } from "@vanilla-extract/css";
import { color, medium, space, touch, type } from "../../styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  justifyItems: "start",
  paddingBlock: space[5],
});
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: `${space[2]}px ${space[4]}px`,
  width: "100%",
});
export const settings = style({ display: "inline-flex", alignItems: "center", minHeight: touch });
export const list = style({
  display: "grid",
  width: "100%",
  padding: 0,
  borderTop: `1px solid ${color.ink}`,
});
export const item = style({
  display: "grid",
  alignItems: "center",
  columnGap: space[3],
  padding: `0 ${space[3]}px ${space[2]}px`,
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto", paddingBottom: 0 } },
  borderBottom: `1px solid ${color.line}`,
  selectors: {
    "&[data-unread]": { background: color.tint, boxShadow: `inset 3px 0 ${color.accent}`, fontWeight: 600 },
  },
});
export const link = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  minHeight: touch,
  paddingBlock: space[3],
  color: color.ink,
  textDecoration: "none",
  overflowWrap: "anywhere",
  selectors: { "&:hover": { textDecoration: "underline" } },
});
/** On phones below the text, beside the face. */
export const time = style({
  paddingLeft: 32 + space[3],
  color: color.inkSoft,
  fontSize: type.small,
  fontWeight: 400,
  "@media": { [medium]: { paddingLeft: 0 } },
});
export const kinds = style({ paddingLeft: space[5], fontWeight: 600 });
