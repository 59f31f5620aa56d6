import { globalStyle, style } from "@vanilla-extract/css";
import { space } from "./styles/tokens.css.ts";

/**
 * The look of a quiet line of facts, `<p class={facts}><span>…</span><span>…</span></p>`, in the styles of the features that
 * have some: other pages don't load it. A line breaks between facts only, where the dot goes; one that is wider than the
 * line breaks inside.
 */
export function styleFacts(): string {
  const facts = style({
    display: "flex",
    flexWrap: "wrap",
    gap: `0 ${space[4]}px`,
    textWrap: "balance",
    // The dot before a line's first fact lies outside.
    overflowX: "clip",
  });
  globalStyle(`${facts} > * + ::before`, { content: "·", float: "left", marginLeft: -10 });
  return facts;
}
