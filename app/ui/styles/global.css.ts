import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, medium, phone, space, type } from "./tokens.css.ts";
// First, so that every other style can override it.
import "./layout.css.ts";

globalStyle("*, *::before, *::after", { boxSizing: "border-box" });
globalStyle("html", { WebkitTextSizeAdjust: "100%", scrollPaddingTop: space[8] });
globalStyle("body", {
  margin: 0,
  padding: "0 env(safe-area-inset-right) 0 env(safe-area-inset-left)",
  minHeight: "100dvh",
  display: "flex",
  flexDirection: "column",
  background: color.surface,
  color: color.ink,
  font: `${type.body}/1.5 ${font.text}`,
  // Members' long words must not widen anything, not even a column with the width of its content.
  overflowWrap: "anywhere",
});
globalStyle("h1, h2, h3", {
  margin: 0,
  fontFamily: font.head,
  fontWeight: 600,
  lineHeight: 1.15,
  letterSpacing: "-0.01em",
  textWrap: "balance",
  outline: "none",
  // A column is at least as wide as our longest word. Members' words, all in `dir="auto"`, break anywhere.
  overflowWrap: "break-word",
});
globalStyle('[dir="auto"], bdi', { overflowWrap: "anywhere" });
// Phones have one size less, so that a long title leaves room for the page.
for (const [heading, least, most, mostOnPhones] of [
  ["h1", "1.25rem, 10vw", type.head, type.title],
  ["h2", "1.125rem, 8vw", type.title, type.large],
  ["h3", "1.0625rem, 6vw", type.large, type.body],
] as const)
  globalStyle(heading, {
    fontSize: `clamp(${least}, ${most})`,
    "@media": { [phone]: { fontSize: `clamp(${least}, ${mostOnPhones})` } },
  });
globalStyle("p, ul, ol, dl, dd, fieldset, legend, figure, blockquote", { margin: 0, padding: 0 });
globalStyle("fieldset", { border: 0, minWidth: 0 });
globalStyle("ul[class], ol[class]", { listStyle: "none" });
globalStyle("time, table", { fontVariantNumeric: "tabular-nums" });
globalStyle("a", { color: color.primary, textUnderlineOffset: 3 });
globalStyle("img, svg", { display: "block", maxWidth: "100%" });
globalStyle("button, input, select, textarea", { font: "inherit", color: "inherit" });
globalStyle("nav, button, summary, th, dt", { overflowWrap: "break-word" });
globalStyle("input[type=checkbox]:not(:checked)", {
  appearance: "none",
  border: `1px solid ${color.edge}`,
  borderRadius: 3,
  background: color.raised,
});
globalStyle(":focus-visible:not(:where(h1))", {
  outline: `2px solid ${color.primary}`,
  outlineOffset: 2,
});
globalStyle("summary", { cursor: "pointer", listStyle: "none" });
globalStyle("summary::-webkit-details-marker", { display: "none" });
globalStyle("[hidden]", { display: "none !important" });
globalStyle("*, *::before, *::after", {
  "@media": {
    "(prefers-reduced-motion: reduce)": {
      animationDuration: "0.01ms !important",
      animationIterationCount: "1 !important",
      transition: "none !important",
    },
  },
});

export const page = style({
  width: "100%",
  maxWidth: 1208,
  marginInline: "auto",
  paddingInline: space[4],
  "@media": { [medium]: { paddingInline: space[5] } },
});

/** The column of articles and forms, with lines of at most 68 characters. */
export const narrow = style([page, { maxWidth: 768 }]);

export const visuallyHidden = style({
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
  padding: 0,
  border: 0,
});
/** Makes a link on its own line 44 pixels high for a finger, without moving the text around it. */
export const touchable = style({ paddingBlock: 13 });
export const skipLink = style([
  visuallyHidden,
  {
    selectors: {
      "&:focus": {
        position: "static",
        width: "auto",
        height: "auto",
        clipPath: "none",
        fontSize: type.quiet,
      },
    },
  },
]);
