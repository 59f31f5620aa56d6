import { globalStyle, style } from "@vanilla-extract/css";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, medium, phone, radius, space, type } from "#app/ui/styles/tokens.css.ts";

export const wizard = style([
  narrow,
  { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: space[5], paddingBlock: space[5] },
]);
export const quarter = style({
  display: "grid",
  gap: space[3],
  gridTemplateColumns: "repeat(auto-fit, minmax(max(7rem, 34%), 1fr))",
  "@media": { [medium]: { gridTemplateColumns: "repeat(4, 1fr)" } },
});
export const group = style({ display: "grid", gap: space[3] });
globalStyle(`${group} > legend`, { marginBottom: space[2], fontSize: type.quiet, fontWeight: 600 });
export const soft = style({ color: color.inkSoft, fontSize: type.quiet, fontWeight: 400 });
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: space[3] });
/** The opened question takes its own lines, below the buttons. */
globalStyle(`${buttons} > details[open]`, { flexBasis: "100%", order: 1 });
globalStyle(`${buttons} > details > div`, { marginTop: space[3] });

export const preview = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  "@media": { [medium]: { padding: space[5] } },
});

/** With large text the steps wrap. */
export const steps = style({ display: "flex", flexWrap: "wrap", gap: space[3], overflowWrap: "normal" });
export const step = style({
  flex: "1 1 5rem",
  display: "grid",
  gap: space[2],
  alignContent: "start",
  justifyItems: "start",
  paddingTop: space[3],
  borderTop: `3px solid ${color.line}`,
  color: color.inkSoft,
  fontSize: type.small,
  lineHeight: 1.3,
  selectors: {
    "&[aria-current]": { borderColor: color.accent, color: color.ink, fontWeight: 600 },
    "&[data-done]": { borderColor: color.primary },
  },
});
/** Phones have room for the name of the current step. At the left edge the others widen no page. */
globalStyle(`${step}:not([aria-current]) > :last-child`, {
  "@media": { [phone]: { position: "absolute", left: 0, clipPath: "inset(50%)" } },
});
globalStyle(`${step}[aria-current]`, { "@media": { [phone]: { flex: "2 1 11rem" } } });
globalStyle(`${step}:not([aria-current])`, { "@media": { [phone]: { flexBasis: "3rem" } } });
export const stepNumber = style({
  display: "grid",
  placeItems: "center",
  width: "2em",
  height: "2em",
  border: "1px solid currentColor",
  borderRadius: radius.round,
});

export const posted = style([
  narrow,
  { display: "grid", gap: space[4], justifyItems: "center", paddingBlock: space[8], textAlign: "center" },
]);
export const postedMark = style({
  display: "grid",
  placeItems: "center",
  width: 72,
  height: 72,
  border: `1.75px solid ${color.good}`,
  borderRadius: radius.round,
  color: color.good,
});
