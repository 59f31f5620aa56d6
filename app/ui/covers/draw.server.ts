import { compositions, grounds, type Motif, motifs, seeds } from "./cover.ts";
import { draw, type Pen } from "./motifs.server.ts";

/** Gradients: night, sea, pine, slate. Like photographs, they are the same in both themes. */
const colours = [
  ["#10151F", "#20405A"],
  ["#0F3B59", "#15527A"],
  ["#12302B", "#1F5B4E"],
  ["#1B2233", "#3A4663"],
] as const;

export interface Cover {
  motif: Motif;
  composition: number;
  ground: number;
  seed: number;
}

/** Parses a name such as `sky-0-2-7`. Null if no cover has it. */
export function readCover(name: string): Cover | null {
  const [, word, ...numbers] = /^([a-z]{3,9})-(\d)-(\d)-(\d)$/.exec(name) ?? [];
  const motif = motifs.find((one) => one === word);
  const [composition = 9, ground = 9, seed = 9] = numbers.map(Number);
  return motif && composition < compositions && ground < grounds && seed < seeds
    ? { motif, composition, ground, seed }
    : null;
}

const pageSize = { width: 600, height: 300 };
/** For link previews. */
export const shareSize = { width: 1200, height: 630 };

/** An SVG with lines of 1.75 px and one yellow mark. The drawing is 600 wide and centred in the given size. */
export function drawCover({ motif, composition, ground, seed }: Cover, { width, height } = pageSize): string {
  const [from, to] = colours[ground] ?? colours[0];
  const pen: Pen = {
    composition,
    next: createNumbers(motifs.indexOf(motif) * 97 + composition * 31 + seed * 7 + 1),
  };
  const tall = (600 * height) / width;
  const top = (300 - tall) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} 600 ${tall}" width="${width}" height="${height}"`,
    ' fill="none" stroke="#BFD9EA" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">',
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`,
    '</linearGradient></defs><path d="M0-10h600v320H0z" fill="url(#g)" stroke="none"/>',
    draw[motif](pen),
    "</svg>",
  ].join("");
}

/** Random numbers from 0 to 1 by seed. */
function createNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_640_531_527) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
