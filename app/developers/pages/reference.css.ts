import { globalStyle, style } from "@vanilla-extract/css";
import { styleContents } from "#app/ui/contents-style.ts";
import { page as column } from "#app/ui/styles/global.css.ts";
import { color, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

export const page = style([column, { display: "grid", gap: space[5], paddingBlock: space[5] }]);
globalStyle(`${page} :is(p, li span)`, { maxWidth: "68ch", textWrap: "pretty" });
globalStyle(`${page} code`, { fontSize: "0.9em" });
// "GET /api/jobs" stays on one line.
globalStyle(`${page} :not(pre) > code`, { "@media": { [wide]: { whiteSpace: "nowrap" } } });
export const part = style({ display: "grid", gap: space[3] });
/** A part with its heading on the left of wide screens. */
export const dated = style([
  part,
  { "@media": { [wide]: { gridTemplateColumns: "14rem minmax(0, 1fr)", columnGap: space[4] } } },
]);
globalStyle(`${dated} > h2`, { "@media": { [wide]: { gridColumn: 1 } } });
globalStyle(`${part} > ul:not([class])`, { paddingInlineStart: space[5] });

/** A long page with a list of its parts. */
export const contents = styleContents();
globalStyle(`${contents} > nav`, {
  "@media": {
    [phone]: { display: "grid", gridTemplateColumns: "1fr 1fr" },
    [wide]: { marginTop: -space[1] },
  },
});
export const chapters = style({ display: "grid", gap: space[6], minWidth: 0 });

/** Short texts, in two columns if there is space. */
export const texts = style({ display: "grid", gap: space[5] });

const fade = (end: string) => `linear-gradient(90deg, #0000, ${end})`;
/** Code to copy. A long line scrolls inside it, and a shade at the end shows that more follows. */
export const code = style({
  margin: 0,
  padding: space[3],
  overflowX: "auto",
  background: [
    `${fade(`${color.tint} 60%`)} 100% 0 / 40px 100% no-repeat local`,
    `${fade(color.shadow)} 100% 0 / 12px 100% no-repeat`,
    color.tint,
  ].join(),
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  fontSize: type.quiet,
});
export const codeHead = style({
  display: "flex",
  justifyContent: "space-between",
  marginBottom: space[1],
  fontSize: type.small,
  color: color.inkSoft,
});
/** The 44-pixel touch target does not increase the line's height. */
globalStyle(`${codeHead} button`, { marginBlock: -space[3], fontSize: type.small, fontWeight: 400 });

/** Names with descriptions. On wide screens the names are a column as wide as the longest. */
export const names = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  borderTop: `1px solid ${color.line}`,
  fontSize: type.quiet,
  "@media": { [wide]: { gridTemplateColumns: "minmax(14rem, max-content) minmax(0, 1fr)" } },
});
globalStyle(`${names} :is(li, a)`, {
  display: "grid",
  gridColumn: "1 / -1",
  gap: `0 ${space[4]}px`,
  alignItems: "baseline",
  "@media": { [wide]: { gridTemplateColumns: "subgrid" } },
});
export const named = style({ paddingBlock: space[2], borderBottom: `1px solid ${color.line}` });
/** Tall enough to tap. */
export const link = style([
  named,
  {
    alignContent: "center",
    minHeight: touch,
    color: "inherit",
    textDecoration: "none",
    selectors: { "&:hover": { background: color.tint } },
  },
]);
globalStyle(`${link} > :first-child`, { color: color.primary });

/** A call: its description on the left, its example on the right. */
export const call = style({
  display: "grid",
  gap: space[4],
  paddingTop: space[5],
  borderTop: `1px solid ${color.ink}`,
});
globalStyle(`:is(${texts}, ${call})`, {
  "@media": {
    [wide]: {
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
      columnGap: space[6],
      alignItems: "start",
    },
  },
});
globalStyle(`:is(${page}, ${part}, ${call}) > *`, { minWidth: 0 });
export const title = style({ gridColumn: "1 / -1", fontSize: type.large });
globalStyle(`${title} a`, {
  marginInlineStart: -space[1],
  padding: space[3],
  fontWeight: 400,
  textDecoration: "none",
});
export const fields = style({ borderTop: `1px solid ${color.line}`, fontSize: type.quiet });
globalStyle(`${fields} > li`, {
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${fields} > li > code:first-child`, { marginRight: space[2], fontWeight: 600 });
globalStyle(`${fields} > li > span`, { color: color.inkSoft });
/** Long lists of fields are collapsed. */
export const fold = style({
  display: "flex",
  alignItems: "center",
  minHeight: touch,
  color: color.primary,
  textDecoration: "underline",
  textUnderlineOffset: 3,
});
