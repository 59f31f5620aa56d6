import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { color, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export type ChatStyles = ReturnType<typeof createChatStyles>;

/** Creates the styles of a chat in the file that calls it, so that no page loads the styles of another. */
export const createChatStyles = () => ({ ...createLogStyles(), ...createFootStyles() });

function createLogStyles() {
  const note = style({
    display: "grid",
    alignContent: "center",
    justifyItems: "center",
    gap: space[2],
    padding: space[5],
    color: color.inkSoft,
    fontSize: type.quiet,
    textAlign: "center",
  });
  globalStyle(`${note} > div`, { justifyItems: "center" });
  return {
    /**
     * Scrolls from the bottom: it starts at the newest line, and adding older ones on top moves nothing
     * (docs/decisions/0014).
     */
    scroller: style({
      flex: 1,
      minHeight: 0,
      display: "flex",
      flexDirection: "column-reverse",
      overflowY: "auto",
      overscrollBehavior: "contain",
      overflowAnchor: "none",
      padding: space[4],
    }),
    older: style({ display: "flex", justifyContent: "center", paddingBottom: space[3] }),
    note,
    emptyTitle: style({ color: color.ink, fontSize: type.large }),
    log: style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)" }),
    line: style({
      display: "grid",
      gridTemplateColumns: "minmax(0, 1fr)",
      selectors: { "&:target": { background: color.tint } },
    }),
    day: style({
      justifySelf: "center",
      paddingBlock: space[3],
      color: color.inkSoft,
      fontSize: type.small,
    }),
    ...createBubbleStyles(),
  };
}

function createBubbleStyles() {
  const sliding = keyframes({ from: { transform: "translateY(24px)", opacity: 0 } });
  const appearing = keyframes({ from: { visibility: "hidden" } });
  const bubble = style({
    position: "relative",
    maxWidth: "min(85%, 34rem)",
    padding: `${space[2]}px ${space[3]}px`,
    border: `1px solid ${color.line}`,
    borderRadius: radius.large,
  });
  const content = style({
    fontSize: type.quiet,
    lineHeight: 1.45,
    overflowWrap: "anywhere",
    whiteSpace: "pre-wrap",
  });
  const own = style([
    bubble,
    {
      justifySelf: "end",
      background: color.own,
      borderColor: "transparent",
      borderBottomRightRadius: 3,
    },
  ]);
  return {
    own,
    /** Sent from this page: it slides from the composer to its position. */
    sent: style([own, { animation: `${sliding} 160ms ease-out` }]),
    other: style([bubble, { justifySelf: "start", background: color.surface, borderBottomLeftRadius: 3 }]),
    author: style({
      display: "flex",
      alignItems: "center",
      gap: space[2],
      color: color.inkSoft,
      fontSize: type.small,
      fontWeight: 600,
    }),
    content,
    deleted: style([content, { color: color.inkSoft, fontStyle: "italic" }]),
    facts: style({
      display: "flex",
      alignItems: "center",
      color: color.inkSoft,
      fontSize: type.small,
      lineHeight: 1.5,
    }),
    ...createMoreStyles(),
    ...createFurtherStyles(),
    seen: style({ color: color.tick }),
    pending: style({
      display: "flex",
      alignItems: "center",
      justifySelf: "end",
      gap: space[1],
      color: color.inkSoft,
      fontSize: type.small,
      animation: `${appearing} 160ms 2s backwards`,
    }),
    unsaved: style({
      display: "flex",
      alignItems: "center",
      justifySelf: "end",
      gap: space[1],
      color: color.bad,
      fontSize: type.small,
    }),
  };
}

function createMoreStyles() {
  const more = style({});
  const moreOpener = style({
    position: "relative",
    selectors: {
      "&::after": { content: "", position: "absolute", inset: "-14px -10px" },
      "&:hover": { color: color.ink },
    },
  });
  // A tap outside the open menu closes it: the backdrop belongs to the button.
  globalStyle(`${more}[open] > ${moreOpener}::after`, { position: "fixed", zIndex: 3, inset: 0 });
  const menu = style({
    position: "absolute",
    zIndex: 4,
    bottom: 30,
    left: 0,
    display: "grid",
    width: "max-content",
    paddingBlock: space[1],
    border: `1px solid ${color.line}`,
    borderRadius: radius.small,
    background: color.raised,
    boxShadow: `0 6px 20px ${color.shadow}`,
    fontSize: type.quiet,
    whiteSpace: "nowrap",
  });
  globalStyle(`${menu} > a, ${menu} > button, ${menu} > details > summary`, {
    display: "flex",
    alignItems: "center",
    minHeight: touch,
    paddingInline: space[4],
    border: 0,
    background: "none",
    font: "inherit",
    textAlign: "start",
    color: color.ink,
    fontWeight: 400,
    textDecoration: "none",
    cursor: "pointer",
  });
  globalStyle(`${menu} > a:hover, ${menu} > button:hover, ${menu} > details > summary:hover`, {
    background: color.tint,
  });
  globalStyle(`${menu} > details > button`, { marginInline: space[4], marginBottom: space[2] });
  const signs = style({
    display: "flex",
    flexWrap: "wrap",
    maxWidth: `calc(100vw - ${2 * space[5]}px)`,
    borderBottom: `1px solid ${color.line}`,
  });
  globalStyle(`${signs} > button`, {
    display: "grid",
    placeItems: "center",
    width: touch,
    height: touch,
    border: 0,
    background: "none",
    color: color.inkSoft,
    cursor: "pointer",
  });
  globalStyle(`${signs} > button:hover`, { color: color.ink });
  globalStyle(`${signs} > button[aria-pressed=true]`, { background: color.tint, color: color.tick });
  return { more, moreOpener, menu, ownMenu: style([menu, { left: "auto", right: 0 }]), signs };
}

/** Styles of the parts next to a line's text. */
function createFurtherStyles() {
  const reactions = style({
    display: "flex",
    flexWrap: "wrap",
    justifySelf: "start",
    gap: space[1],
    paddingTop: 2,
    color: color.inkSoft,
    fontSize: type.small,
  });
  globalStyle(`${reactions} > span`, {
    display: "inline-flex",
    alignItems: "center",
    gap: 3,
    paddingInline: space[2],
    border: `1px solid ${color.line}`,
    borderRadius: radius.round,
    background: color.raised,
    lineHeight: 1.6,
  });
  globalStyle(`${reactions} svg`, { width: 18, height: 18 });
  globalStyle(`${reactions} > [data-own]`, { borderColor: color.tick, color: color.tick });
  const quote = style({
    display: "block",
    marginBottom: space[1],
    paddingInlineStart: space[2],
    borderInlineStart: `3px solid ${color.edge}`,
    color: color.inkSoft,
    fontSize: type.small,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    textDecoration: "none",
  });
  globalStyle(`${quote} > b`, { marginInlineEnd: space[1] });
  return {
    reactions,
    ownReactions: style([reactions, { justifySelf: "end" }]),
    quote,
  };
}

function createFootStyles() {
  const composer = style({
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "end",
    alignItems: "end",
    gap: space[2],
  });
  const field = style({});
  // More specific than the style of every text area. Pale from the start, so that hydration changes nothing visible.
  globalStyle(`${composer}:not(:has(> ul)):has(> ${field}:placeholder-shown) > button`, {
    "@media": {
      "(scripting: enabled)": {
        borderColor: color.line,
        background: color.tint,
        color: color.inkSoft,
        opacity: 1,
      },
    },
  });
  globalStyle(`${composer} > ${field}`, {
    // With large text the button wraps below.
    flex: "1 1 8rem",
    minWidth: 0,
    minHeight: touch,
    maxHeight: "min(9.5em, 25dvh)",
    overflowWrap: "anywhere",
    padding: `9px ${space[2]}px`,
    lineHeight: 1.4,
    resize: "none",
    fieldSizing: "content",
  });
  const status = style({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "center",
    columnGap: space[2],
    color: color.inkSoft,
    textAlign: "center",
    fontSize: type.small,
  });
  globalStyle(`${status} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
  const foot = style({
    flex: "none",
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[2],
    padding: `${space[3]}px ${space[4]}px`,
    paddingBottom: `calc(${space[3]}px + env(safe-area-inset-bottom, 0px))`,
    borderTop: `1px solid ${color.line}`,
  });
  const target = style({
    flex: "1 0 100%",
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: space[3],
    minWidth: 0,
    paddingInlineStart: space[2],
    borderInlineStart: `3px solid ${color.edge}`,
    color: color.inkSoft,
    fontSize: type.small,
  });
  globalStyle(`${target} > p`, { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
  globalStyle(`${target} > a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
  return { foot, composer, field, status, target };
}
