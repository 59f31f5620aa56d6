import { createGlobalThemeContract, type GlobalStyleRule, globalStyle } from "@vanilla-extract/css";
import { chosenDark, dark, light, unlessLight } from "./palette.ts";

export const color = createGlobalThemeContract(
  {
    surface: "surface",
    raised: "raised",
    line: "line",
    edge: "edge",
    ink: "ink",
    inkSoft: "ink-soft",
    primary: "primary",
    onPrimary: "on-primary",
    accent: "accent",
    accentDeep: "accent-deep",
    onAccent: "on-accent",
    tint: "tint",
    own: "own",
    tick: "tick",
    good: "good",
    warn: "warn",
    bad: "bad",
    shadow: "shadow",
  },
  (name) => `q-${name}`,
);

function assigned(values: typeof light) {
  return Object.fromEntries(
    Object.entries(color).map(([name, variable]) => [variable, values[name as keyof typeof light]]),
  );
}

globalStyle(":root", {
  vars: {
    ...assigned(light),
    "--q-text": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    "--q-head": 'ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif',
  },
  colorScheme: "light",
});
globalStyle(unlessLight, {
  "@media": { "screen and (prefers-color-scheme: dark)": { vars: assigned(dark), colorScheme: "dark" } },
});
globalStyle(chosenDark, {
  "@media": { screen: { vars: assigned(dark), colorScheme: "dark" } },
});
/** Adds a rule to the dark theme. */
export function darkStyle(selector: string, rule: GlobalStyleRule): void {
  globalStyle(`${unlessLight} ${selector}`, {
    "@media": { "screen and (prefers-color-scheme: dark)": rule },
  });
  globalStyle(`${chosenDark} ${selector}`, { "@media": { screen: rule } });
}

export const space = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32, 7: 48, 8: 72 } as const;
/** Font sizes: 13, 15, 17, 20, 26, 36 and 52 px as rem. */
export const type = {
  small: "0.8125rem",
  quiet: "0.9375rem",
  body: "1.0625rem",
  large: "1.25rem",
  title: "1.625rem",
  head: "2.25rem",
  display: "3.25rem",
} as const;
export const radius = { small: 6, large: 12, round: 999 } as const;
export const font = { text: "var(--q-text)", head: "var(--q-head)" } as const;
/** From this width the navigation is open in the header, and filters have their own column. */
export const wide = "screen and (min-width: 64rem)";
export const medium = "(min-width: 44rem)";
export const narrow = "screen and (max-width: 63.99rem)";
export const phone =
  "screen and (max-width: 43.99rem), screen and (max-width: 63.99rem) and (max-height: 30rem)";
export const still = "(prefers-reduced-motion: reduce)";
export const touch = 44;
/** Phones, where members have a bar at the lower edge. Not windows as low as a page at 400 %. */
export const thumb = "screen and (max-width: 39.99rem) and (min-height: 22rem)";
/** Phones held sideways, and windows that are slightly wider. They have no such bar. */
export const sideways =
  "screen and (min-width: 40rem) and (max-width: 43.99rem), screen and (min-width: 40rem) and (max-width: 63.99rem) and (max-height: 30rem)";
/** The bar's height with the device's safe area below it, or 0 without a bar. */
export const thumbBar = "var(--q-thumb-bar, 0px)";
export const bottomEdge = `max(0px, env(safe-area-inset-bottom, 0px) - ${thumbBar})`;
