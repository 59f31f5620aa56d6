import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, phone, space, type } from "#app/ui/styles/tokens.css.ts";

/** On phones each year is a list of its exams. */
export const papers = style({
  width: "100%",
  borderCollapse: "collapse",
  tableLayout: "fixed",
  overflowWrap: "anywhere",
  "@media": { [phone]: { display: "block" } },
});
globalStyle(`${papers} :is(tbody, tr, th, td)`, { "@media": { [phone]: { display: "block" } } });
globalStyle(`${papers} thead`, {
  "@media": { [phone]: { position: "absolute", clipPath: "inset(50%)" } },
});
globalStyle(`${papers} :is(th, td)`, {
  padding: `${space[1]}px ${space[3]}px ${space[1]}px 0`,
  textAlign: "start",
  verticalAlign: "top",
});
globalStyle(`${papers} thead th`, {
  color: color.inkSoft,
  fontSize: type.quiet,
  fontWeight: 600,
  borderBottom: `1px solid ${color.ink}`,
});
globalStyle(`${papers} thead th:first-child`, { width: "9rem" });
globalStyle(`${papers} tbody tr`, {
  borderBottom: `1px solid ${color.line}`,
  "@media": { [phone]: { paddingBlock: space[2] } },
});
globalStyle(`${papers} tbody th`, {
  paddingTop: `calc(${space[1]}px + .6em)`,
  "@media": { [phone]: { paddingBlock: space[1] } },
});
globalStyle(`${papers} td`, { "@media": { [phone]: { padding: 0 } } });
globalStyle(`${papers} td:empty`, { "@media": { [phone]: { display: "none" } } });
globalStyle(`${papers} td ul`, { listStyle: "none" });
globalStyle(`${papers} td a`, { display: "inline-flex", alignItems: "center", minHeight: 44 });
/** The column's name, which the head shows on larger screens. */
export const exam = style({ "@media": { [medium]: { display: "none" } } });
export const helpers = style({ listStyle: "none" });
export const helper = style({ paddingBlock: space[1] });
