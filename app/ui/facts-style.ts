import { globalStyle, style } from "@vanilla-extract/css";
import { space } from "./styles/tokens.css.ts";

/**
 * Styles of a quiet line of facts, `<p class={facts}><span>…</span><span>…</span></p>`. A feature calls this in its own
 * styles, so that other pages don't load them. Lines break only between facts, which drops the dot there, unless a fact is
 * wider than the line.
 */
export function styleFacts(): string {
  const facts = style({
    display: "flex",
    flexWrap: "wrap",
    gap: `0 ${space[4]}px`,
    textWrap: "balance",
    // The dot before a line's first fact is clipped.
    overflowX: "clip",
  });
  globalStyle(`${facts} > * + ::before`, { content: "·", float: "left", marginLeft: -10 });
  return facts;
}
