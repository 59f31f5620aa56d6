import { globalStyle, keyframes, style, styleVariants } from "@vanilla-extract/css";
import { light } from "./styles/palette.ts";
import { color, font, radius, space, touch, type } from "./styles/tokens.css.ts";

export const button = style({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: space[2],
  minHeight: touch,
  paddingBlock: space[2],
  borderRadius: radius.small,
  border: "1px solid transparent",
  background: "transparent",
  color: color.ink,
  fontFamily: font.text,
  fontWeight: 600,
  lineHeight: 1.2,
  textAlign: "center",
  textDecoration: "none",
  cursor: "pointer",
  touchAction: "manipulation",
  transition: "background-color 120ms, border-color 120ms",
  selectors: {
    "&:active": { transform: "translateY(1px)" },
    "&:disabled, &[aria-disabled=true]": { cursor: "not-allowed", opacity: 0.6, transform: "none" },
  },
});

export const variant = styleVariants({
  primary: {
    background: color.accent,
    color: color.onAccent,
    selectors: { "&:hover:not(:disabled)": { background: color.accentDeep } },
  },
  secondary: {
    background: color.tint,
    borderColor: color.line,
    selectors: { "&:hover:not(:disabled)": { borderColor: color.edge } },
  },
  outline: {
    borderColor: color.edge,
    selectors: { "&:hover:not(:disabled)": { background: color.tint } },
  },
  // The light theme's red in both themes. The dark theme's is for text, and would outshine the page.
  danger: {
    background: light.bad,
    color: light.surface,
    selectors: { "&:hover:not(:disabled)": { textDecoration: "underline", textUnderlineOffset: 3 } },
  },
  ghost: { selectors: { "&:hover:not(:disabled)": { background: color.tint } } },
  link: {
    color: color.primary,
    textDecoration: "underline",
    textUnderlineOffset: 3,
    textAlign: "start",
  },
});

export const size = styleVariants({
  sm: { fontSize: type.quiet, paddingInline: space[3] },
  md: { fontSize: type.quiet, paddingInline: space[4] },
  lg: { fontSize: type.body, minHeight: 52, paddingInline: space[5] },
});

export const plain = style({ paddingInline: 0, borderInline: 0 });
export const full = style({ width: "100%" });

const turn = keyframes({ to: { transform: "rotate(360deg)" } });
export const spinner = style({
  display: "inline-block",
  width: "1.1em",
  height: "1.1em",
  borderRadius: radius.round,
  border: "2px solid currentColor",
  borderRightColor: "transparent",
  animation: `${turn} 700ms linear infinite`,
  flex: "none",
});
globalStyle(`${button} > ${spinner}`, { order: -1 });
globalStyle(`${button} svg`, { marginInline: -2 });
