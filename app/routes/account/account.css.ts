import { globalStyle, style } from "@vanilla-extract/css";
import { narrow } from "../../styles/global.css.ts";
import { color, medium, radius, space, type } from "../../styles/tokens.css.ts";

export const page = style([narrow, { display: "grid", gap: space[5], paddingBlock: space[5] }]);
export const form = style({ display: "grid", gap: space[4], maxWidth: 440 });
/** The choices of notices: on a wide window one line each, what happens on the left. */
export const settings = style([form, { maxWidth: 592, gap: space[5] }]);
export const kinds = style({ display: "grid", gap: space[3] });
globalStyle(`${kinds} label`, { fontWeight: 400 });
globalStyle(`${kinds} > div > div`, {
  "@media": {
    [medium]: { gridTemplateColumns: "minmax(0, 1fr) 224px", columnGap: space[4], alignItems: "center" },
  },
});
/** Belongs to the checkbox above, and begins where its text does. */
export const note = style({ paddingLeft: space[6], color: color.inkSoft, fontSize: type.small });
export const start = style({ justifySelf: "start" });
export const sections = style({ display: "grid" });
/** A part of the account: what it is, then what can be done about it. */
export const section = style({
  display: "grid",
  gap: space[3],
  paddingBlock: space[5],
  borderTop: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "200px minmax(0, 1fr)", columnGap: space[6] } },
});
globalStyle(`${section} > h2`, { fontSize: type.large, scrollMarginTop: space[4] });
export const part = style({ display: "grid", gap: space[3], justifyItems: "start", minWidth: 0 });
export const legend = style({ marginBottom: space[1], fontSize: type.quiet, fontWeight: 600 });

export const times = style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: space[3],
  marginBottom: space[1],
});

/** Shown while "Only what I choose" is chosen, without scripts too. */
export const scopes = style({
  display: "none",
  gap: space[3],
  gridTemplateColumns: "repeat(auto-fit, minmax(min(180px, 100%), 1fr))",
  selectors: { [`${form}:has([value=some]:checked) &`]: { display: "grid" } },
});

export const list = style({ display: "grid", borderTop: `1px solid ${color.line}` });
export const item = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[3],
  minHeight: 72,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${item} > :first-child`, { flex: "1 1 9rem" });
/** A secret to copy: one press selects all of it. */
export const secret = style({
  display: "block",
  maxWidth: "100%",
  padding: space[3],
  border: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  userSelect: "all",
});
/** White in both themes, as cameras expect it. */
export const qr = style({
  width: "min(100%, 240px)",
  borderRadius: radius.small,
  background: "#FFFFFF",
  fill: "#000000",
});
export const codes = style({
  display: "grid",
  gap: space[2],
  "@media": { [medium]: { gridTemplateColumns: "repeat(2, max-content)", columnGap: space[7] } },
});
export const name = style({ overflowWrap: "anywhere" });
export const here = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
