import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const chosen = style({ flex: "1 0 100%", display: "flex", flexWrap: "wrap", gap: space[2] });
globalStyle(`${chosen} > li`, {
  display: "flex",
  alignItems: "center",
  gap: space[2],
  maxWidth: "100%",
  paddingInlineStart: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  fontSize: type.small,
});
globalStyle(`${chosen} > li > *`, { flex: "none" });
globalStyle(`${chosen} > li > bdi`, {
  flex: "0 1 auto",
  minWidth: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
globalStyle(`${chosen} img`, { width: 32, height: 32, objectFit: "cover", borderRadius: 3 });
globalStyle(`${chosen} button`, {
  display: "grid",
  placeItems: "center",
  width: touch,
  height: touch,
  border: 0,
  background: "none",
  color: color.inkSoft,
  cursor: "pointer",
});

/** With scripts, a file field is a button. Without them, the browser shows the chosen files next to it. */
export const attach = style({
  position: "relative",
  flex: "1 0 100%",
  display: "flex",
  alignItems: "center",
  gap: space[2],
  color: color.inkSoft,
  fontSize: type.small,
});
export const camera = style([attach, { display: "none" }]);
globalStyle(`${attach}:hover`, { color: color.ink });
globalStyle(`${attach}:has(:focus-visible)`, { outline: `2px solid ${color.primary}`, outlineOffset: -2 });
globalStyle(`${attach} > input`, { minWidth: 0, maxWidth: "100%", font: "inherit" });
const withScripts = "(scripting: enabled)";
globalStyle(`html:not([data-lite]) ${attach}`, {
  "@media": {
    [withScripts]: {
      flex: "none",
      justifyContent: "center",
      width: touch,
      height: touch,
      marginInline: -space[2],
      borderRadius: radius.small,
      overflow: "hidden",
    },
  },
});
globalStyle(`html:not([data-lite]) ${attach} > input`, {
  "@media": { [withScripts]: { position: "absolute", inset: 0, opacity: 0, cursor: "pointer" } },
});
globalStyle(`html:not([data-lite]) ${camera}`, {
  "@media": { [`${withScripts} and (pointer: coarse)`]: { display: "flex" } },
});
