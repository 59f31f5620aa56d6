import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { color, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  justifyItems: "start",
  paddingBlock: space[5],
  "@media": { [phone]: { paddingTop: space[4] } },
});
export const head = style({ width: "100%" });
export const choices = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[4]}px`,
  fontSize: type.quiet,
  // On the line of the first heading, which keeps its room with large text.
  justifyContent: "end",
  maxWidth: "calc(100% - 6rem)",
  zIndex: 1,
  justifySelf: "end",
  marginBottom: -touch - 9,
});
globalStyle(`${choices} > *`, { display: "inline-flex", alignItems: "center", minHeight: touch });
globalStyle(`${choices} button`, { fontWeight: 400 });
export const ages = style({ display: "grid", gap: space[5], width: "100%", padding: 0 });
export const age = style({
  paddingBottom: space[2],
  borderBottom: `1px solid ${color.ink}`,
  fontSize: type.large,
});
export const list = style({ padding: 0 });
export const item = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "start",
  gap: `0 ${space[3]}px`,
  minHeight: 56,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "auto minmax(0, 1fr) auto" } },
  selectors: {
    // A dot at the face of a notice that is not read.
    "&[data-unread]::before": {
      content: "",
      position: "absolute",
      zIndex: 2,
      top: space[2],
      insetInlineStart: 22,
      width: 12,
      height: 12,
      border: `2px solid ${color.surface}`,
      borderRadius: radius.round,
      background: color.primary,
    },
  },
});
globalStyle(`${item} > :first-child`, { marginTop: 2 });
export const text = style({
  paddingBlock: space[1],
  lineHeight: 1.4,
  textWrap: "pretty",
  "@media": { [phone]: { fontSize: type.quiet } },
});
/** A request stays dark until it is answered. */
globalStyle(`${item}:not([data-unread], :has(form)) ${text} > a`, { color: color.inkSoft });
globalStyle(`${item}:hover ${text} > a`, { textDecoration: "underline" });
/** A long announcement is read on its own page. */
globalStyle(`${text} > a`, {
  display: "-webkit-box",
  overflow: "hidden",
  color: color.ink,
  textDecoration: "none",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 4,
});
globalStyle(`${text} b`, { fontWeight: 600 });
/** Above the link that covers the row, with a touch target larger than the picture. */
export const face = style({ position: "relative", zIndex: 1, display: "flex", textDecoration: "none" });
globalStyle(`${face}::after`, { content: "", position: "absolute", inset: -6 });
// The whole row is a link to the notice's subject.
globalStyle(`${text} > a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${text} > a:focus-visible`, { outline: "none" });
globalStyle(`${text} > a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
  borderRadius: radius.small,
});
export const time = style({ display: "block", color: color.inkSoft, fontSize: type.small });
/** Above the link that covers the row, and below the text on phones. */
export const answer = style({
  position: "relative",
  zIndex: 1,
  gridColumn: 2,
  paddingBottom: space[1],
  "@media": { [medium]: { gridColumn: 3, paddingBottom: 0 } },
});
// Its question is above the faces of the rows below.
globalStyle(`${answer}:has([open])`, { zIndex: 3 });
globalStyle(`${answer} form`, { position: "relative", columnGap: space[3] });
/** On phones Decline is beside Accept, and its question is below both. */
globalStyle(`${answer} details`, { "@media": { [phone]: { position: "static", marginInlineStart: 0 } } });
globalStyle(`${answer} details > div`, {
  "@media": { [phone]: { insetInline: "0 auto", maxWidth: "100%" } },
});
/** Quieter than Accept. */
globalStyle(`${answer} summary`, { color: color.inkSoft, fontWeight: 400 });
export const state = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
export const kinds = style({ paddingLeft: space[5], fontWeight: 600 });
export const area = styleArea(null);
