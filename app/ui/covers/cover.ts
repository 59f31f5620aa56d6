export const motifs = [
  "sky",
  "waves",
  "hills",
  "compass",
  "harbour",
  "circuit",
  "table",
  "lanterns",
  "sheets",
  "lens",
  "road",
  "fog",
] as const;
export type Motif = (typeof motifs)[number];

/** Each motif is composed in three ways, in one of four colours. */
export const compositions = 3;
export const grounds = 4;
/** Variants of a composition, with its lines in other positions. */
export const seeds = 8;

/** Words in a title and the motif they select. */
const meanings: readonly (readonly [RegExp, Motif])[] = [
  [/\b(sky|star|astro|night|moon|planet|space)/i, "sky"],
  [/\b(code|hack|robot|circuit|electronic|software|arduino|iot|ai|ml|data|web)/i, "circuit"],
  [/\b(trek|hike|walk|run|climb|hill|cycle|marathon|survey)/i, "hills"],
  [/\b(alumni|reunion|meet|mentor|circle|panel|table|debate)/i, "table"],
  [/\b(fest|dance|music|party|farewell|diwali|open mic|play|drama|quiz)/i, "lanterns"],
  [/\b(resume|paper|writing|exam|notes|thesis|book|reading|gate)/i, "sheets"],
  [/\b(photo|film|camera|optic|lab|microscop|design)/i, "lens"],
  [/\b(boat|sea|water|swim|river|fluid|ocean|row|signal|wave|acoustic)/i, "waves"],
  [/\b(network|digital|analog|compiler|algorithm|dbms|database|operating system|control)/i, "circuit"],
  [/\b(machine|mechanic|thermo|engine|navigation)/i, "compass"],
  [/\b(structur|soil|geo|concrete)/i, "hills"],
  [/\b(career|job|interview|placement|startup|founder|higher studies|abroad)/i, "road"],
  [/\b(trip|visit|industry|tour|factory|port|logistics)/i, "harbour"],
];

/**
 * The address of the drawing for something without a picture. It depends on nothing but title and id.
 * @param id a number as text
 */
export function coverUrl(title: string, id: string): string {
  const number = Number(id) || 0;
  const [, meant] = meanings.find(([words]) => words.test(title)) ?? [];
  const motif = meant ?? motifs[number % motifs.length];
  const round = Math.floor(number / motifs.length) + number;
  return `/covers/${motif}-${round % compositions}-${(number + title.length) % grounds}-${number % seeds}.svg`;
}

/** For notes. Ignores words that nearly every title of a note contains. */
export const noteCoverUrl = (title: string, id: string): string =>
  coverUrl(
    title.replace(/\b(notes?|papers?|exams?|end ?sem|mid ?sem|gate|book|reading|solved)\b/gi, " "),
    id,
  );

/** The same drawing for link previews, 1200 × 630. */
export const shareUrlOf = (cover: string): string => cover.replace(".svg", ".png");
export const coverShareUrl = (title: string, id: string): string => shareUrlOf(coverUrl(title, id));
