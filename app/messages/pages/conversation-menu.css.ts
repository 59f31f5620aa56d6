import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";
import { barPx } from "./conversations.css.ts";

export const menu = style({ flex: "none" });
export const opener = style({
  display: "flex",
  alignItems: "center",
  width: touch,
  height: touch,
  marginInlineStart: -space[1],
  color: color.inkSoft,
  selectors: { "&:hover": { color: color.ink } },
});
// A tap outside the open menu closes it: the backdrop belongs to the button.
globalStyle(`${menu}[open] > ${opener}::after`, { content: "", position: "fixed", zIndex: 3, inset: 0 });

export const sheet = style({
  position: "absolute",
  zIndex: 4,
  top: barPx,
  left: space[3],
  display: "grid",
  justifyItems: "start",
  width: `min(20rem, calc(100% - ${2 * space[3]}px))`,
  maxHeight: "min(30rem, 75dvh)",
  padding: `${space[2]}px ${space[4]}px`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  boxShadow: `0 12px 32px ${color.shadow}`,
  overflowY: "auto",
  fontSize: type.quiet,
});
globalStyle(`${sheet} > a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  paddingBlock: space[1],
  textDecoration: "none",
});
globalStyle(`${sheet} > a:hover`, { textDecoration: "underline" });
export const block = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.bad,
});
export const quiet = style({
  display: "block",
  minHeight: touch,
  padding: 0,
  border: 0,
  background: "none",
  color: color.primary,
  font: "inherit",
  textAlign: "start",
  cursor: "pointer",
  selectors: { "&:hover": { textDecoration: "underline" } },
});
export const question = style({ display: "grid", gap: space[3], paddingBottom: space[3] });

export const blocked = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "center",
  gap: space[3],
  color: color.inkSoft,
  fontSize: type.quiet,
});

export const nameSwitch = style({
  display: "inline-flex",
  flexWrap: "wrap",
  justifyContent: "center",
  // Near the field that it governs.
  marginBlock: `${space[2]}px ${-space[5]}px`,
  border: `1px solid ${color.edge}`,
  borderRadius: radius.small,
  overflow: "hidden",
});
export const choice = style({
  flex: "1 1 auto",
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  minHeight: touch,
  paddingInline: space[4],
  color: color.ink,
  textDecoration: "none",
  "@media": { [phone]: { paddingInline: 10, fontSize: type.small } },
  selectors: {
    "&:hover": { background: color.tint },
    "& + &": { borderLeft: `1px solid ${color.edge}` },
    "&[aria-current]": { background: color.own, boxShadow: `inset 0 -3px ${color.primary}`, fontWeight: 600 },
    "&:focus-visible": { outlineOffset: -3 },
  },
});
/** On phones the menu contains the actions that do not fit in the header. */
export const onPhones = style({ display: "none", "@media": { [phone]: { display: "block" } } });
/** Like the rows around it. */
globalStyle(`${onPhones} button`, { padding: 0, border: 0, color: color.primary, fontWeight: 400 });
