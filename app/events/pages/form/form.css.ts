import { globalStyle, style } from "@vanilla-extract/css";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";
import { page } from "../event.css.ts";

/** On a wide page the picture is beside the title and the description, although it comes last in the document. */
export const form = style([stack[4]]);
globalStyle(`${page} ${form}`, {
  "@media": {
    [wide]: {
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
      gridAutoFlow: "dense",
    },
  },
});
export const fields = style([stack[4]]);
globalStyle(`${page} ${fields}`, { "@media": { [wide]: { display: "contents" } } });
globalStyle(`${page} :is(${form}, ${fields}) > *`, { "@media": { [wide]: { gridColumn: "1 / -1" } } });
globalStyle(`${page} ${fields} > :nth-child(-n + 2)`, { "@media": { [wide]: { gridColumn: 1 } } });
export const image = style({});
globalStyle(`${page} ${form} > ${image}`, {
  padding: space[3],
  border: `1px dashed ${color.edge}`,
  borderRadius: radius.large,
  "@media": { [wide]: { gridArea: "span 2 / 2", alignContent: "center" } },
});
export const folded = styleFolded();
globalStyle(`${folded} > summary`, { fontSize: type.quiet });
/** One question of the event's form. */
export const question = style({
  border: 0,
  borderTop: `1px solid ${color.line}`,
  margin: 0,
  padding: 0,
  minWidth: 0,
});
globalStyle(`${question} > legend`, { fontWeight: 600, paddingRight: space[2] });
export const preview = style({
  width: "100%",
  height: "auto",
  aspectRatio: "2 / 1",
  objectFit: "cover",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
});
