import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, space, type } from "./styles/tokens.css.ts";

/** Styles of `FactList`. A feature that has one calls this in its own styles, so that other pages don't load them. */
export function styleFactList(nameWidth: number): string {
  const facts = style({
    display: "grid",
    borderTop: `1px solid ${color.ink}`,
    "@media": { [medium]: { gridTemplateColumns: "1fr 1fr", columnGap: space[6] } },
  });
  globalStyle(`${facts} > div`, {
    display: "grid",
    gridTemplateColumns: `minmax(${nameWidth}px, min-content) minmax(0, 1fr)`,
    gap: space[3],
    paddingBlock: space[3],
    borderBottom: `1px solid ${color.line}`,
    fontSize: type.quiet,
  });
  // The last one has both columns if it is alone on its line.
  globalStyle(`${facts} > :last-child:nth-child(odd)`, {
    "@media": { [medium]: { gridColumn: "1 / -1" } },
  });
  globalStyle(`${facts} dt`, { color: color.inkSoft });
  return facts;
}
