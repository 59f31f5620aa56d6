import { globalStyle, style } from "@vanilla-extract/css";
import { createChatStyles } from "#app/messages/chat/styles.ts";
import { styleArea } from "#app/ui/area-style.ts";
import { color, phone, radius, space, thumbBar, type, wide } from "#app/ui/styles/tokens.css.ts";

/** The height of the shell's header: 60 pixels and a hairline. */
const headerPx = 61;

export const frame = style({
  display: "grid",
  gridTemplate: "auto minmax(0, 1fr) auto / minmax(0, 1fr)",
  width: "100%",
  height: `calc(100dvh - ${headerPx}px - ${thumbBar})`,
  minHeight: 240,
  background: color.raised,
  overflow: "hidden",
  "@media": {
    [wide]: {
      maxWidth: 820,
      height: `calc(100dvh - ${headerPx + 2 * space[5]}px)`,
      marginBlock: space[5],
      marginInline: "auto",
      border: `1px solid ${color.line}`,
      borderRadius: radius.large,
    },
  },
});
export const head = style({
  // Keeps the drawing above the background.
  isolation: "isolate",
  padding: `${space[3]}px ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  background: color.surface,
  "@media": { [phone]: { paddingBlock: space[2] } },
});

export const chat = createChatStyles();
globalStyle(chat.log, { gap: space[2] });
globalStyle(chat.older, { paddingTop: space[3] });
// Puts the time on the last line of the text, whose end it reserves.
globalStyle(chat.facts, { width: "fit-content", marginInlineStart: "auto", marginTop: -18, gap: space[3] });
globalStyle(`${chat.content}::after`, { content: "", display: "inline-block", width: "5rem", height: 1 });
// Its smaller text is in the middle of the line.
globalStyle(`${chat.field}::placeholder`, {
  "@media": { [phone]: { fontSize: type.small, lineHeight: "1.4875rem" } },
});
export const area = styleArea(space[4]);
globalStyle(`${head} > svg`, {
  insetInlineEnd: space[4],
  "@media": { [phone]: { width: 96 }, "screen and (min-width: 80rem)": { width: 176 } },
});
globalStyle(`${head} > h1`, { "@media": { [phone]: { fontSize: type.large } } });
