import { style, styleVariants } from "@vanilla-extract/css";
import { color, space, type } from "./tokens.css.ts";

/**
 * The vocabulary of layout. Loaded before every other style, so that a style of a component changes what it says.
 * A page takes these names before it writes a style of its own.
 */

const { 1: xs, 2: sm, 3: md, 4: lg, 5: xl } = space;

/** Things below each other, so many steps of space apart. */
export const stack = styleVariants({ 1: xs, 2: sm, 3: md, 4: lg, 5: xl }, (gap) => ({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap,
}));

/** Things beside each other, which wrap. */
export const row = styleVariants({ 1: xs, 2: sm, 3: md }, (gap) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap,
}));

/** A row whose last thing is at the far end. */
export const spread = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[3],
});

/** Two fields beside each other where there is room. */
export const pair = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(220px, 100%), 1fr))",
  gap: space[4],
});

/** Facts beside what matters. */
export const quiet = style({ color: color.inkSoft, fontSize: type.quiet });
/** The colour of facts in the size of the text around. */
export const soft = style({ color: color.inkSoft });
/** Members' own lines, as they broke them. */
export const prose = style({ whiteSpace: "pre-line", maxWidth: "68ch" });
