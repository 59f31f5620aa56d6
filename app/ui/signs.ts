/** What stands for who hides: drawings of `signs.svg`. */
const names = [
  "wave",
  "knot",
  "lamp",
  "shell",
  "buoy",
  "sail",
  "gull",
  "anchor",
  "star",
  "helm",
  "ring",
  "oar",
  "fish",
  "bottle",
  "hook",
  "pennant",
  "cloud",
  "drop",
  "tower",
  "island",
  "hourglass",
  "feather",
  "kite",
  "rose",
];
const tints = 6;
const signs = names.length * tints;

/** A sign and its tint as a number. @param letter the first one after "anon_": of its thread's alias alone, which is random */
export const signOf = (letter: string): number => (letter.codePointAt(0) ?? 0) % signs;

/** The sign of a guest of the room, from nothing but what stands beside it: the label and its day. */
export function signOfGuest(label: string, day: string): number {
  let hash = 2_166_136_261;
  for (const character of `${day} ${label}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  // The last steps reach the lower bits alone.
  return ((hash ^ (hash >>> 15)) >>> 0) % signs;
}

/** Its drawing and its tint. */
export const partsOfSign = (sign: number): { name: string; tint: number } => ({
  name: names[sign % names.length] ?? "wave",
  tint: Math.floor(sign / names.length),
});
