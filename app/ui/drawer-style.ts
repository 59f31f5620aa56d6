import { globalStyle, style } from "@vanilla-extract/css";
import { space, touch, type } from "./styles/tokens.css.ts";

/** Browsers without this selector show a closed drawer on wide screens as well. */
export const canLieOpen = "selector(::details-content)";

/** Keeps a `<details>` open and hides its summary while `media` matches. Each feature with such a drawer calls it. */
export function styleOpen(details: string, media: string): void {
  globalStyle(`${details}::details-content`, {
    "@media": { [media]: { contentVisibility: "visible", height: "auto", overflow: "visible" } },
  });
  globalStyle(`${details} > summary`, {
    "@media": { [media]: { "@supports": { [canLieOpen]: { display: "none" } } } },
  });
}

/** The summary of a drawer with filters: a text and an arrow. */
export function styleSummary(): string {
  const summary = style({
    display: "flex",
    alignItems: "center",
    gap: space[2],
    minHeight: touch,
    width: "fit-content",
    fontSize: type.quiet,
    fontWeight: 600,
  });
  globalStyle(`${summary}::after`, {
    content: "",
    width: 7,
    height: 7,
    margin: 2,
    border: "solid currentColor",
    borderWidth: "0 1.75px 1.75px 0",
    // Its tip is the only visible corner, so it looks lower than it is.
    transform: "translateY(-2px) rotate(45deg)",
  });
  globalStyle(`details[open] > ${summary}::after`, { transform: "translateY(2px) rotate(225deg)" });
  return summary;
}
