import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { bottomEdge, color, radius, space, thumbBar, type } from "./styles/tokens.css.ts";

const rise = keyframes({ from: { opacity: 0, transform: "translateY(8px)" } });

export const region = style({
  position: "fixed",
  insetInline: space[4],
  bottom: `calc(${space[5]}px + ${thumbBar} + ${bottomEdge})`,
  display: "grid",
  justifyItems: "center",
  pointerEvents: "none",
  zIndex: 10,
});
globalStyle(`${region} button, ${region} button:hover:not(:disabled)`, {
  color: "inherit",
  borderColor: "currentcolor",
  background: "none",
});
globalStyle(`${region} a`, { color: "inherit", whiteSpace: "nowrap" });
globalStyle(`${region} > *`, {
  display: "flex",
  alignItems: "center",
  gap: space[3],
  pointerEvents: "auto",
  padding: `${space[3]}px ${space[4]}px`,
  borderRadius: radius.small,
  background: color.ink,
  color: color.surface,
  fontSize: type.quiet,
  boxShadow: `0 8px 24px ${color.shadow}`,
  animation: `${rise} 160ms ease-out`,
});
// A chat has its composer at the bottom.
globalStyle(`:root:has([role=log]) ${region}`, { bottom: "auto", top: space[8] });
