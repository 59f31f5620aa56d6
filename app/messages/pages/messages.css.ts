import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, sideways, space, thumb, thumbBar, type, wide } from "#app/ui/styles/tokens.css.ts";
import { onePane, twoPanes } from "./conversations.css.ts";

/** The height of the shell's header: 60 pixels and a hairline. */
const headerPx = 61;

/**
 * Small screens: one bar, then the thread, with the list as a drawer over it. Wide screens: two panes in one card.
 */
export const frame = style({
  position: "relative",
  container: "messages / inline-size",
  display: "grid",
  gridTemplate: "auto minmax(0, 1fr) / minmax(0, 1fr)",
  height: `calc(100dvh - ${headerPx}px - ${thumbBar})`,
  minHeight: 240,
  background: color.raised,
  overflow: "hidden",
  "@media": {
    // On phones the shell's header is only its menu: header.css.ts.
    [`${thumb}, ${sideways}`]: {
      selectors: { ":root:has(&[data-one-bar]) &": { height: `calc(100dvh - ${thumbBar})` } },
    },
    [twoPanes]: { gridTemplate: "auto minmax(0, 1fr) / clamp(264px, 36%, 344px) minmax(0, 1fr)" },
    [wide]: {
      maxWidth: 1160,
      height: `calc(100dvh - ${headerPx + 2 * space[5]}px)`,
      marginBlock: space[5],
      marginInline: "auto",
      border: `1px solid ${color.line}`,
      borderRadius: radius.large,
    },
    "screen and (min-width: 64rem) and (max-width: 76rem)": { marginInline: space[5] },
    "screen and (min-width: 64rem) and (max-height: 30rem)": {
      marginBlock: 0,
      height: `calc(100dvh - ${headerPx}px)`,
    },
  },
});

export const skip = style({
  position: "absolute",
  left: space[2],
  top: -100,
  zIndex: 5,
  padding: space[3],
  background: color.raised,
  selectors: { "&:focus": { top: space[2] } },
});
export const pane = style({
  gridColumn: 1,
  gridRow: 2,
  display: "flex",
  flexDirection: "column",
  minWidth: 0,
  minHeight: 0,
  "@media": {
    [twoPanes]: { gridColumn: 2, gridRow: "1 / -1", borderLeft: `1px solid ${color.line}` },
  },
});
/** Next to the bar with "View Conversations". On small screens the conversation's header replaces that bar. */
export const openPane = style([pane, { "@media": { [onePane]: { gridRow: "1 / -1" } } }]);
/** On small screens the list covers this pane. */
export const coveredPane = style([pane, { "@media": { [onePane]: { display: "none" } } }]);
export const loading = style({ margin: "auto", padding: space[5], color: color.inkSoft });
export const welcome = style({
  display: "grid",
  justifyItems: "center",
  gap: space[3],
  margin: "auto",
  padding: space[5],
  maxWidth: 420,
  color: color.inkSoft,
  textAlign: "center",
  textWrap: "balance",
  fontSize: type.quiet,
});
globalStyle(`${welcome} h2`, { color: color.ink });
