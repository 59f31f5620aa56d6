import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch, type } from "../styles/tokens.css.ts";

/** Styles of `Choices`. A feature that has some calls this in its own styles, so that other pages don't load them. */
export function styleChoices(): string {
  const choices = style({ display: "grid", gap: space[1] });
  globalStyle(`${choices} legend`, { marginBottom: space[1], fontSize: type.quiet, fontWeight: 600 });
  globalStyle(`${choices} label`, {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: space[3],
    alignItems: "start",
    minHeight: touch,
    paddingBlock: space[2],
    lineHeight: 1.4,
    cursor: "pointer",
  });
  // As large as checkboxes, in the middle of the text's first line.
  globalStyle(`${choices} input`, { width: 20, height: 20, margin: "2px 0 0", accentColor: color.primary });
  // Browsers draw the circle in another grey than empty checkboxes.
  globalStyle(`${choices} input:not(:checked)`, {
    appearance: "none",
    border: `1px solid ${color.edge}`,
    borderRadius: "50%",
    background: color.raised,
  });
  return choices;
}
