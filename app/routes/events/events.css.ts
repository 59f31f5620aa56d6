import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "../../styles/global.css.ts";
import { color, medium, radius, space, type, wide } from "../../styles/tokens.css.ts";

export const body = style([page, { display: "grid", gap: space[6], paddingBlock: space[6] }]);
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  justifyContent: "space-between",
  gap: space[4],
});
export const subtitle = style({ marginTop: space[2], color: color.inkSoft });
export const section = style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: space[4] });
export const grid = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  "@media": {
    [medium]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
  },
});
export const more = style({ display: "flex", justifyContent: "center", gap: space[3] });

export const card = style({
  position: "relative",
  display: "grid",
  gridTemplateRows: "auto 1fr auto",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.surface,
  overflow: "hidden",
  overflowWrap: "anywhere",
});
export const picture = style({
  width: "100%",
  height: "auto",
  aspectRatio: "2 / 1",
  objectFit: "cover",
  background: color.tint,
});
export const cardText = style({
  display: "grid",
  alignContent: "start",
  gap: space[1],
  padding: `${space[4]}px ${space[4]}px 0`,
});
export const kind = style({
  color: color.inkSoft,
  fontSize: type.small,
  letterSpacing: "0.06em",
  textTransform: "uppercase",
});
export const cardTitle = style({ fontSize: type.large });
globalStyle(`${cardTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${cardTitle} a:hover`, { textDecoration: "underline" });
// The whole card opens the event.
globalStyle(`${cardTitle} a::after`, { content: "", position: "absolute", inset: 0 });
export const facts = style({ color: color.inkSoft, fontSize: type.quiet });
globalStyle(`${facts} time`, { color: color.ink });
export const seats = style({ color: color.inkSoft, fontSize: type.small });
/** Above the link that covers the card. */
export const actions = style({
  position: "relative",
  zIndex: 1,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
  padding: space[4],
  pointerEvents: "none",
});
globalStyle(`${actions} > *`, { pointerEvents: "auto" });
export const participation = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[2],
});
export const note = style({ fontSize: type.quiet, fontWeight: 600 });
export const alert = style({ flexBasis: "100%" });
