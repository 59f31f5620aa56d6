import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space, touch } from "./styles/tokens.css.ts";

/** Styles of `Dialog`. A feature that has one calls this in its own styles, so that other pages don't load them. */
export function styleDialog(): string {
  const dialog = style({
    width: "min(560px, calc(100vw - 32px))",
    maxWidth: "none",
    maxHeight: "calc(100dvh - 32px)",
    overflow: "auto",
    marginBlock: "auto",
    marginInline: "auto",
    padding: space[5],
    border: `1px solid ${color.line}`,
    borderRadius: radius.large,
    background: color.raised,
    color: color.ink,
    selectors: {
      "&:not(:modal)": { position: "static", maxHeight: "none", marginBlock: space[5] },
      "&:modal": { boxShadow: `0 24px 64px ${color.shadow}` },
      "&::backdrop": { background: "rgb(16 21 31 / 55%)" },
    },
    "@media": {
      // Scripts will make it modal. It has that position from the start, so that it does not move under a finger.
      "screen and (scripting: enabled)": {
        selectors: {
          ":root:not([data-lite]) &:not(:modal)": {
            position: "fixed",
            insetBlock: 0,
            zIndex: 9,
            maxHeight: "calc(100dvh - 32px)",
            marginBlock: "auto",
          },
        },
      },
    },
  });
  const head = `${dialog} > :first-child`;
  globalStyle(head, {
    display: "flex",
    alignItems: "start",
    justifyContent: "space-between",
    gap: space[4],
    marginBottom: space[4],
  });
  // A long word breaks instead of shrinking the close button.
  globalStyle(`${head} > h2`, { flex: 1, minWidth: 0, overflowWrap: "anywhere" });
  globalStyle(`${head} > a`, {
    flex: "none",
    display: "grid",
    placeItems: "center",
    width: touch,
    height: touch,
    margin: -space[2],
    borderRadius: radius.small,
    color: color.inkSoft,
  });
  return dialog;
}
