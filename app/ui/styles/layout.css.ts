import { style, styleVariants } from "@vanilla-extract/css";
import { color, medium, space, type } from "./tokens.css.ts";

/** Loaded before every other style, so that a style of a component changes what it says. */
const { 1: xs, 2: sm, 3: md, 4: lg, 5: xl } = space;

/** Things below each other, so many steps of space apart. */
export const stack = styleVariants({ 1: xs, 2: sm, 3: md, 4: lg, 5: xl }, (gap) => ({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap,
}));

export const row = styleVariants({ 1: xs, 2: sm, 3: md }, (gap) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap,
}));

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

/** Two fields beside each other from medium screens on. */
export const halves = style({
  display: "grid",
  gap: space[4],
  "@media": { [medium]: { gridTemplateColumns: "1fr 1fr" } },
});
export const padded = style({ paddingBlock: space[5] });

/** Facts beside what matters. */
export const quiet = style({ color: color.inkSoft, fontSize: type.quiet });
export const small = style({ color: color.inkSoft, fontSize: type.small });
export const soft = style({ color: color.inkSoft });
/** The size of a text that is not its element's. */
export const size = styleVariants({ body: type.body, large: type.large, title: type.title }, (fontSize) => ({
  fontSize,
}));
/** Members' own lines, as they broke them. */
export const prose = style({ whiteSpace: "pre-line", maxWidth: "68ch" });
