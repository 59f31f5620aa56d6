import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { color, space, type } from "#app/ui/styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: space[4],
  paddingBlock: space[5],
});
/** The first four lines of the reported text. */
export const quote = style({
  paddingLeft: space[4],
  borderLeft: `3px solid ${color.line}`,
  color: color.inkSoft,
  whiteSpace: "pre-line",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 4,
  overflow: "hidden",
});
/** The drawing of an empty list is near the title, which it explains. */
export const nothing = style({});
globalStyle(`${nothing} > div:has(> svg)`, { marginTop: -space[1] });
globalStyle(`${nothing} svg`, { marginBottom: -space[3] });
export const list = style({ borderBottom: `1px solid ${color.line}` });
export const itemTitle = style({ fontSize: type.large });
export const choices = styleChoices();
/** The answer, in the colour of the text. */
export const outcome = style({ fontSize: type.quiet });
/** The state of a report, and when it was sent. */
export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
globalStyle(`${facts} > ::first-letter`, { textTransform: "uppercase" });
export const open = style({ color: color.warn, fontWeight: 600 });
export const resolved = style({ color: color.good, fontWeight: 600 });
export const reason = style({
  paddingInlineStart: space[4],
  borderInlineStart: `3px solid ${color.line}`,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
});
