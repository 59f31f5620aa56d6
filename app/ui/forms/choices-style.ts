import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch, type } from "../styles/tokens.css.ts";

/** The look of `Choices`, in the styles of the features that have some: other pages don't load it. */
export function styleChoices(): string {
  const choices = style({ display: "grid", gap: space[1] });
  globalStyle(`${choices} legend`, { marginBottom: space[1], fontSize: type.quiet, fontWeight: 600 });
  globalStyle(`${choices} label`, {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: space[3],
    alignItems: "baseline",
    minHeight: touch,
    paddingBlock: space[2],
    cursor: "pointer",
  });
  globalStyle(`${choices} input`, { accentColor: color.primary });
  // As empty checkboxes: browsers draw a circle in a grey of their own.
  globalStyle(`${choices} input:not(:checked)`, {
    appearance: "none",
    width: 13,
    height: 13,
    border: `1px solid ${color.edge}`,
    borderRadius: "50%",
    background: color.raised,
  });
  return choices;
}
