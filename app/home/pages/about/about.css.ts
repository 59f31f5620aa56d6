import { globalStyle, style } from "@vanilla-extract/css";
import { styleContents } from "#app/ui/contents-style.ts";
import { styleProse } from "#app/ui/prose-style.ts";
import { narrow, page } from "#app/ui/styles/global.css.ts";
import { color, narrow as narrowScreen, space, wide } from "#app/ui/styles/tokens.css.ts";

export const body = style([narrow, { display: "grid", gap: space[5], paddingBlock: space[5] }]);
/** The page with a list of its parts. */
export const wholePage = style([page, { display: "grid", gap: space[5], paddingBlock: space[5] }]);
export const contents = styleContents();
globalStyle(contents, { "@media": { [wide]: { gridTemplateColumns: "256px minmax(0, 1fr)" } } });
// On wide screens its first line is beside the first heading.
globalStyle(`${contents} > nav`, {
  "@media": { [narrowScreen]: { display: "grid", paddingBlock: 0 }, [wide]: { marginTop: -space[1] } },
});
globalStyle(`${contents} > nav > * + *`, {
  "@media": { [narrowScreen]: { borderTop: `1px solid ${color.line}` } },
});
export const parts = style({
  display: "grid",
  gap: space[6],
  maxWidth: "68ch",
  minWidth: 0,
  textWrap: "pretty",
});
export const section = style({ display: "grid", gap: space[3] });
globalStyle(`${section} li`, { marginBlockEnd: space[2] });
globalStyle(`${section} ul`, { paddingInlineStart: space[5] });
/** Keeps the line breaks of the administrator's text. */
export const own = style({ whiteSpace: "pre-wrap" });
export const prose = styleProse();
export const form = style({ display: "grid", justifyItems: "start", gap: space[4] });
globalStyle(`${form} > *`, { width: "100%" });
globalStyle(`${form} textarea`, { minHeight: "16rem" });
