/** Drawings in `signs.svg` that represent anonymous members. */
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

/** A sign and its tint as a number. @param letter the first letter after "anon_", which is random for each thread */
export const signOf = (letter: string): number => (letter.codePointAt(0) ?? 0) % signs;

/** The sign of a guest in the room. Depends only on what is shown beside it, the label and the day. */
export function signOfGuest(label: string, day: string): number {
  let hash = 2_166_136_261;
  for (const character of `${day} ${label}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  // The last steps change only the lower bits.
  return ((hash ^ (hash >>> 15)) >>> 0) % signs;
}

/** Its drawing and its tint. */
export const partsOfSign = (sign: number): { name: string; tint: number } => ({
  name: names[sign % names.length] ?? "wave",
  tint: Math.floor(sign / names.length),
});
