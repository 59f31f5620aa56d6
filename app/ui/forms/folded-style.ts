import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch } from "../styles/tokens.css.ts";

/** Styles of `Folded`. A feature that has some calls this in its own styles, so that other pages don't load them. */
export function styleFolded(): string {
  const folded = style({ borderBlock: `1px solid ${color.line}`, marginBlock: -1 });
  const summary = `${folded} > summary`;
  globalStyle(summary, {
    minHeight: touch,
    paddingBlock: space[3],
    fontWeight: 600,
    cursor: "pointer",
  });
  globalStyle(`${summary}::after`, {
    content: "",
    float: "right",
    width: 8,
    height: 8,
    margin: "6px 6px 0 0",
    border: "solid currentColor",
    borderWidth: "0 1.75px 1.75px 0",
    transform: "rotate(45deg)",
    color: color.inkSoft,
  });
  globalStyle(`${folded}[open] > summary::after`, { transform: "translateY(4px) rotate(225deg)" });
  globalStyle(`${summary} > span`, { marginLeft: space[1], fontWeight: 400 });
  globalStyle(`${folded}[open] > div`, { paddingBottom: space[4] });
  return folded;
}
