import { style } from "@vanilla-extract/css";
import { color, font, radius, space, type } from "#app/ui/styles/tokens.css.ts";

export const page = style({ display: "grid", gap: space[4], paddingBlock: space[5] });
export const count = style({
  position: "sticky",
  insetBlockStart: 0,
  zIndex: 1,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  background: color.surface,
  fontFamily: font.head,
  fontSize: type.large,
});
export const search = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "end",
  gap: space[2],
});
export const list = style({ display: "grid", borderTop: `1px solid ${color.line}`, listStyle: "none" });
export const row = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${space[1]}px ${space[3]}px`,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  scrollMarginTop: space[7],
});
export const name = style({
  display: "flex",
  flex: "1 1 9rem",
  alignItems: "center",
  gap: space[2],
  minWidth: 0,
  overflowWrap: "anywhere",
});
export const lamp = style({
  display: "grid",
  flex: "none",
  placeItems: "center",
  width: 28,
  height: 28,
  border: `1px solid ${color.edge}`,
  borderRadius: radius.round,
  color: "transparent",
  selectors: {
    "&[data-lit]": { borderColor: color.onAccent, background: color.accent, color: color.onAccent },
  },
});
/** Hidden without scripts, because check-in then needs the network. */
export const offline = style({ "@media": { "(scripting: none)": { display: "none" } } });
