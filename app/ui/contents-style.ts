import { globalStyle, style } from "@vanilla-extract/css";
import { color, narrow, space, touch, type, wide } from "./styles/tokens.css.ts";

/**
 * Styles of a long text with a list of its parts, `<div class={body}><nav/><div/></div>`: the list is above the text, and
 * beside it on wide screens. A feature calls this in its own styles, so that other pages don't load them.
 */
export function styleContents(): string {
  const body = style({
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    "@media": {
      [wide]: { gridTemplateColumns: "200px minmax(0, 1fr)", columnGap: space[7], alignItems: "start" },
    },
  });
  const nav = `${body} > nav`;
  globalStyle(nav, {
    display: "flex",
    flexWrap: "wrap",
    columnGap: space[4],
    fontSize: type.quiet,
    "@media": {
      [narrow]: { paddingBlock: space[1], borderBlock: `1px solid ${color.line}` },
      [wide]: {
        position: "sticky",
        top: space[5],
        flexDirection: "column",
        borderInlineStart: `1px solid ${color.line}`,
        paddingInlineStart: space[4],
      },
    },
  });
  globalStyle(`${nav} a`, {
    display: "inline-flex",
    alignItems: "center",
    minHeight: touch,
    textDecoration: "none",
    "@media": { [wide]: { minHeight: 36 } },
  });
  globalStyle(`${nav} a:hover`, { textDecoration: "underline" });
  return body;
}
