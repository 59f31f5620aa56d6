import { globalStyle, style } from "@vanilla-extract/css";
import { bottomEdge, color, phone, sideways, space, touch, type } from "#app/ui/styles/tokens.css.ts";
import { createChatStyles } from "../chat/styles.ts";
import { actionsPx, backRem, barPx, menuPx, onePane } from "./conversations.css.ts";

export const head = style({
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: space[3],
  flex: "none",
  // The avatar is taller than both lines, so the typing line moves nothing.
  minHeight: barPx,
  padding: `0 ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  "@media": {
    // The back link is at its start, and on phones the site's menu at its end.
    [onePane]: { paddingLeft: touch + space[1] },
    [phone]: { gap: space[2], paddingRight: menuPx },
    [sideways]: { paddingRight: actionsPx },
    [`${onePane.split(", ").join(" and (min-width: 36rem), ")} and (min-width: 36rem)`]: {
      paddingLeft: `${backRem}rem`,
    },
  },
});
export const connect = style({ marginLeft: "auto", "@media": { [phone]: { display: "none" } } });
export const headText = style({ position: "relative", minWidth: 0 });
export const name = style({
  fontSize: type.body,
  lineHeight: 1.3,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": {
    [phone]: {
      display: "-webkit-box",
      WebkitBoxOrient: "vertical",
      WebkitLineClamp: 2,
      // Words next to the buttons don't break, even with text twice as large.
      fontSize: `min(${type.quiet}, 7vw)`,
      lineHeight: 1.2,
      whiteSpace: "normal",
    },
  },
});
export const line = style({
  color: color.inkSoft,
  fontSize: type.small,
  lineHeight: 1.4,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
/** Enlarges the touch target of the person's name. */
globalStyle(`${name} a::after`, { content: "", position: "absolute", inset: "-14px 0" });
export const typing = style([line, { fontStyle: "italic" }]);

export const chat = createChatStyles();
globalStyle(chat.log, { gap: 6 });
// Puts the time on the last line of the text.
globalStyle(chat.facts, { width: "fit-content", marginInlineStart: "auto", marginTop: -18, gap: space[2] });
// Reserves the end of the last line for the time.
globalStyle(`${chat.content}::after`, { content: "", display: "inline-block", width: "3rem", height: 1 });
globalStyle(`${chat.other} ${chat.content}::after`, { width: "4.75rem" });
globalStyle(`${chat.own} ${chat.content}::after`, { width: "6rem" });
globalStyle(`${chat.other}[data-edited] ${chat.content}::after`, { width: "8rem" });
globalStyle(`${chat.own}[data-edited] ${chat.content}::after`, { width: "9.25rem" });
globalStyle(chat.foot, {
  "@media": {
    [phone]: {
      paddingTop: space[2],
      paddingBottom: `calc(${space[2]}px + ${bottomEdge})`,
    },
  },
});
