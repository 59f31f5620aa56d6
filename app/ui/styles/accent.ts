import { chosenDark, dark, light, unlessLight } from "./palette.ts";

/** WCAG 2.2, 1.4.3: the contrast of a text with its background. */
export const minContrast = 4.5;
const darkBackgrounds = [dark.surface, dark.raised, dark.tint, dark.own];

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The contrast of a colour with the light theme's pages. */
export const lightContrast = (accent: string): number => contrast(accent, light.surface);

/** Mixes a colour with as little white as it needs to be readable on every background of the dark theme. */
function darkShade(accent: string): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = channels(accent).map((channel) => Math.round(channel + ((255 - channel) * percent) / 100));
    const shade = `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
    if (darkBackgrounds.every((background) => contrast(shade, background) >= minContrast)) return shade;
  }
  return "#ffffff";
}

/** The stylesheet that replaces the primary colour of both themes. @param accent `#rrggbb` */
export function accentStyles(accent: string): string {
  const rule = `{--q-primary:${darkShade(accent)}}`;
  return `:root{--q-primary:${accent}}
@media screen and (prefers-color-scheme:dark){${unlessLight}${rule}}
@media screen{${chosenDark}${rule}}
`;
}
