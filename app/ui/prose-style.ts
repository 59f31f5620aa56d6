import { globalStyle, style } from "@vanilla-extract/css";
import { stack } from "./styles/layout.css.ts";
import { color, radius, space } from "./styles/tokens.css.ts";

/** Styles of `Prose`. A feature that has some calls this in its own styles, so that other pages don't load them. */
export function styleProse(): string {
  const prose = style({ maxWidth: "68ch" });
  globalStyle(`${prose} p`, { whiteSpace: "pre-line" });
  globalStyle(`${prose} :is(ul, ol)`, { paddingLeft: space[5] });
  globalStyle(`${prose} blockquote`, {
    paddingLeft: space[4],
    borderLeft: `3px solid ${color.line}`,
  });
  globalStyle(`${prose} :is(pre, code)`, {
    borderRadius: radius.small,
    background: color.tint,
  });
  globalStyle(`${prose} pre`, { padding: space[3], whiteSpace: "pre-wrap" });
  return style([stack[3], prose]);
}
