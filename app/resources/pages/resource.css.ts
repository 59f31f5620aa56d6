import { globalStyle, style } from "@vanilla-extract/css";
import { styleFactList } from "#app/ui/fact-list-style.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, medium, phone, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

export const resource = style([
  narrow,
  { display: "grid", gap: space[4], paddingBlock: space[5], overflowWrap: "anywhere", textWrap: "pretty" },
]);
// On phones the title is near the back link.
globalStyle(`${resource} > div:has(> [data-back])`, { "@media": { [phone]: { marginBottom: -space[4] } } });
export const summary = style({ display: "flex", flexWrap: "wrap", gap: space[4], alignItems: "start" });
const picture = { width: "100%", "@media": { [medium]: { width: 272 } } } as const;
export const thumbnail = style(picture);
/** The thumbnail, with the words of its link in a strip at its end. */
export const opener = style([picture, { position: "relative" }]);
globalStyle(`${opener} > span + span`, {
  position: "absolute",
  inset: "auto 1px 1px",
  borderRadius: "0 0 5px 5px",
  display: "grid",
  placeItems: "center",
  minHeight: 36,
  borderTop: `1px solid ${color.line}`,
  background: color.raised,
  fontSize: type.quiet,
});
/** Hidden on phones. */
export const drawing = style([thumbnail, { "@media": { [phone]: { display: "none" } } }]);
/** On phones above the picture. */
export const summaryText = style({
  flex: "1 1 272px",
  display: "grid",
  gap: space[3],
  minWidth: 0,
  "@media": { [phone]: { order: -1, flexBasis: "100%" } },
});
export const acts = style({ flexBasis: "100%" });
/** Large enough for a thumb, and hidden in print. */
export const report = style({
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": {
    [phone]: { display: "inline-flex", alignItems: "center", minHeight: touch },
    print: { display: "none" },
  },
});
export const preview = style({ display: "grid", gap: space[2] });
export const frame = style({
  width: "100%",
  height: "min(70dvh, 720px)",
  border: `1px solid ${color.line}`,
  // Most documents are designed for white paper.
  background: "#FFFFFF",
  colorScheme: "light",
});
export const image = style({
  width: "100%",
  maxHeight: "80dvh",
  objectFit: "contain",
  background: color.tint,
});
export const audio = style({ width: "100%", marginBlock: space[3] });
export const previewLinks = style({
  display: "flex",
  flexWrap: "wrap",
  columnGap: space[5],
  fontSize: type.quiet,
});
globalStyle(`${previewLinks} a`, { display: "inline-block", paddingBlock: space[3], fontWeight: 400 });
export const manage = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "start",
  gap: space[3],
});
export const facts = styleFactList(96);

/** On wide screens the text is beside the picture, and the facts are below both. */
const onWide = (selector: string, rule: Record<string, string | number>) =>
  globalStyle(selector, { "@media": { [wide]: rule } });
onWide(resource, {
  maxWidth: 1080,
  gridTemplate: "repeat(4, auto) 1fr / 28rem minmax(0, 1fr)",
  gridAutoFlow: "dense",
  columnGap: space[7],
});
onWide(`${resource} > *`, { gridColumn: "1 / -1" });
onWide(`${resource} > :is(p, ${facts} + div)`, { gridColumn: 2, alignSelf: "start" });
onWide(summary, { display: "contents" });
onWide(`${summary} > *`, { gridColumn: 2 });
onWide(`${summary} > :first-child`, { gridArea: "span 4 / 1", alignSelf: "start" });
onWide(`${summary} :is(${opener}, ${thumbnail})`, { width: "auto" });
onWide(`${resource} > ${facts}`, { marginTop: space[4] });
