import { globalStyle, style } from "@vanilla-extract/css";
import { space } from "../styles/tokens.css.ts";

/**
 * The look of a quiet line of facts, `<p class={facts}><span>…</span><span>…</span></p>`, in the styles of the features that
 * have some: other pages don't load it. A line breaks between facts only, where the dot goes; one that is wider than the
 * line breaks inside.
 */
export function styleFacts(): string {
  const facts = style({
    display: "flex",
    flexWrap: "wrap",
    columnGap: space[4],
    // The dot before a line's first fact lies outside, the outline of a link does not.
    overflowX: "clip",
    marginInline: -space[1],
    paddingInline: space[1],
  });
  globalStyle(`${facts} > :not(:first-child)::before`, {
    content: "·",
    display: "inline-block",
    width: space[4],
    marginLeft: -space[4],
    textAlign: "center",
  });
  return facts;
}
