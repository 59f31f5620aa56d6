import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const body = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  paddingBlock: space[6],
});
export const list = style({ padding: 0, borderTop: `1px solid ${color.ink}` });
export const row = style({
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr)",
  gap: `${space[2]}px ${space[3]}px`,
  alignItems: "center",
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "44px minmax(0, 1fr) auto" } },
});
export const text = style({ minWidth: 0 });
export const name = style({ fontSize: type.body });
globalStyle(`${name} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.ink,
  textDecoration: "none",
  unicodeBidi: "plaintext",
  overflowWrap: "anywhere",
});
globalStyle(`${name} a:hover`, { textDecoration: "underline" });
export const buttons = style({
  gridColumn: 2,
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[2]}px ${space[4]}px`,
  "@media": { [medium]: { gridColumn: 3, justifyContent: "end" } },
});
