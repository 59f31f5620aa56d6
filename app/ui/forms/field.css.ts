import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, radius, space, touch, type } from "../styles/tokens.css.ts";

export const field = style({ display: "grid", gap: space[1], alignContent: "start", minWidth: 0 });
export const label = style({ fontSize: type.quiet, fontWeight: 600 });
export const optional = style({ color: color.inkSoft, fontWeight: 400 });

export const input = style({
  width: "100%",
  // A date is never wider than its form.
  minWidth: 0,
  minHeight: touch,
  paddingInline: space[3],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.small,
  background: color.raised,
  color: color.ink,
  // Below 16 px phones zoom into the field.
  fontSize: type.body,
  selectors: {
    "&::placeholder": { color: color.inkSoft, opacity: 1 },
    "&[aria-invalid=true]": { borderColor: color.bad, boxShadow: `0 0 0 1px ${color.bad}` },
  },
});
export const password = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
});
globalStyle(`${password} > ${input}`, { paddingRight: "4.5rem" });
export const show = style({
  position: "absolute",
  insetBlock: 0,
  right: 0,
  minWidth: touch,
  paddingInline: space[3],
  border: 0,
  borderRadius: radius.small,
  background: "none",
  color: color.primary,
  fontSize: type.quiet,
  fontWeight: 600,
  cursor: "pointer",
  selectors: { "&:focus-visible": { outlineOffset: -3 } },
});
export const textarea = style([
  input,
  { minHeight: 120, paddingBlock: space[2], resize: "vertical", lineHeight: 1.5 },
]);
export const select = style([input, { appearance: "none", paddingRight: space[6] }]);
export const file = style({
  width: "100%",
  fontSize: type.quiet,
  selectors: {
    "&::file-selector-button": {
      minHeight: touch,
      marginRight: space[3],
      paddingInline: space[4],
      border: `1px solid ${color.edge}`,
      borderRadius: radius.small,
      background: "transparent",
      color: color.ink,
      font: "inherit",
      fontWeight: 600,
    },
  },
});
export const selectBox = style({
  position: "relative",
  selectors: {
    "&::after": {
      content: "",
      position: "absolute",
      right: 16,
      top: "calc(50% - 6px)",
      width: 8,
      height: 8,
      border: "solid currentColor",
      borderWidth: "0 1.75px 1.75px 0",
      transform: "rotate(45deg)",
      color: color.inkSoft,
      pointerEvents: "none",
    },
  },
});
export const error = style({
  whiteSpace: "pre-line",
  display: "flex",
  gap: space[1],
  alignItems: "start",
  color: color.bad,
  fontSize: type.quiet,
});
export const alert = style({
  display: "flex",
  gap: space[2],
  padding: space[3],
  border: `1px solid ${color.bad}`,
  borderRadius: radius.small,
  color: color.bad,
  fontSize: type.quiet,
});
export const summary = style([alert, { scrollMarginTop: space[4] }]);
export const summaryText = style({ display: "grid", gap: space[1], minWidth: 0 });
export const summaryTitle = style({ color: color.ink, fontFamily: font.text, fontSize: type.quiet });
export const summaryList = style({ display: "grid" });
globalStyle(`${summaryList} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: 32,
  color: color.bad,
  "@media": { "(pointer: coarse)": { minHeight: touch } },
});
export const notice = style([alert, { borderColor: color.edge, color: color.ink, background: color.tint }]);
export const check = style({
  display: "flex",
  gap: space[3],
  alignItems: "start",
  // A label of one line is in the middle of the height that a finger needs.
  paddingBlock: 11,
  fontSize: type.quiet,
  cursor: "pointer",
});
export const box = style({
  appearance: "none",
  display: "grid",
  placeItems: "center",
  flex: "none",
  width: 20,
  height: 20,
  margin: "1px 0 0",
  border: `1px solid ${color.edge}`,
  borderRadius: 4,
  background: color.raised,
  cursor: "inherit",
  selectors: {
    "&:checked": { borderColor: color.primary, background: color.primary },
    "&:checked::before": {
      content: "",
      width: 6,
      height: 11,
      marginTop: -3,
      border: `solid ${color.onPrimary}`,
      borderWidth: "0 2px 2px 0",
      transform: "rotate(45deg)",
    },
  },
  "@media": { "(forced-colors: active)": { appearance: "auto" } },
});
