import { style } from "@vanilla-extract/css";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { color, space, type } from "#app/ui/styles/tokens.css.ts";

export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
export const quote = style({
  paddingLeft: space[4],
  borderLeft: `3px solid ${color.line}`,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  maxWidth: "68ch",
});
/** The author of the text below. */
export const by = style({
  color: color.inkSoft,
  fontFamily: "inherit",
  fontSize: type.quiet,
  letterSpacing: 0,
});
export const centred = style({ justifyContent: "center" });
export const choices = styleChoices();
