import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

/** Hidden on phones, where the list below begins with the same events. */
export const carousel = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  "@media": { [phone]: { display: "none" } },
});
/** A scrollable strip. With scripts a slider moves the slides. */
export const strip = style({
  display: "flex",
  overflowX: "auto",
  scrollSnapType: "x mandatory",
  overscrollBehaviorX: "contain",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  selectors: {
    "&[data-slides]": {
      overflow: "hidden",
      scrollSnapType: "none",
      touchAction: "pan-y",
      userSelect: "none",
    },
  },
});
export const slide = style({
  position: "relative",
  flex: "0 0 100%",
  minWidth: "100%",
  scrollSnapAlign: "start",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  overflowWrap: "anywhere",
  "@media": { [medium]: { gridTemplateColumns: "1fr 1fr" } },
});
export const slideText = style({
  display: "grid",
  alignContent: "center",
  gap: space[2],
  padding: space[5],
});
export const slideTitle = style({ fontSize: type.title });
globalStyle(`${slideTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${slideTitle} a:hover`, { textDecoration: "underline" });
globalStyle(`${slideTitle} a::after`, { content: "", position: "absolute", inset: 0 });
export const controls = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
});
export const dots = style({ display: "flex", flexWrap: "wrap" });
export const dot = style({
  position: "relative",
  display: "grid",
  placeItems: "center",
  width: 24,
  height: touch,
  selectors: {
    "&::before": {
      content: "",
      width: 10,
      height: 10,
      border: `1px solid ${color.edge}`,
      borderRadius: radius.round,
    },
    "&[aria-current=true]::before": { background: color.primary, borderColor: color.primary },
  },
});
/** Until a script marks a dot, the strip is at its start or at the address's target. */
globalStyle(`${carousel}:not(:has([aria-current], :target)) ${dot}:first-child::before`, {
  background: color.primary,
  borderColor: color.primary,
});
export const buttons = style({ display: "flex", gap: space[1] });
export const button = style({
  display: "grid",
  placeItems: "center",
  minWidth: touch,
  height: touch,
  paddingInline: space[2],
  border: 0,
  borderRadius: radius.small,
  background: "transparent",
  color: color.ink,
  fontSize: type.quiet,
  fontWeight: 600,
  cursor: "pointer",
  selectors: { "&:hover": { background: color.tint } },
});
/** Beside the text, the picture is as tall as the slide. */
globalStyle(`${slide} > img`, { "@media": { [medium]: { height: "100%" } } });
