import { style, styleVariants } from "@vanilla-extract/css";
import { color, medium, space, type } from "./tokens.css.ts";

/** Loaded before the styles of components, so that those can override it. */
const { 1: xs, 2: sm, 3: md, 4: lg, 5: xl } = space;

/** Children in a column with a gap of this many steps of `space`. */
export const stack = styleVariants({ 1: xs, 2: sm, 3: md, 4: lg, 5: xl }, (gap) => ({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap,
}));

export const row = styleVariants({ 2: sm, 3: md }, (gap) => ({
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

/** Two fields side by side if there is room. */
export const pair = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(220px, 100%), 1fr))",
  gap: space[4],
});

/** Two fields side by side from medium screens on. */
export const halves = style({
  display: "grid",
  gap: space[4],
  "@media": { [medium]: { gridTemplateColumns: "1fr 1fr" } },
});
export const padded = style({ paddingBlock: space[5] });

/** For secondary facts. */
export const quiet = style({ color: color.inkSoft, fontSize: type.quiet });
export const small = style({ color: color.inkSoft, fontSize: type.small });
export const soft = style({ color: color.inkSoft });
/** Another font size than the element's default. */
export const size = styleVariants({ body: type.body, large: type.large, title: type.title }, (fontSize) => ({
  fontSize,
}));
/** Keeps members' line breaks. */
export const prose = style({ whiteSpace: "pre-line", maxWidth: "68ch" });
