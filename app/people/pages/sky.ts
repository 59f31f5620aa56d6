export const skySize = { width: 480, height: 168 } as const;

export type StarKind = "answer" | "comment" | "resource" | "event";

/** A drawing of what helped others, made by rule: the same for every reader. Coordinates are those of `skySize`. */
export interface Sky {
  people: string;
  things: { kind: StarKind; text: string }[];
  /** The academic years across; some have no label. */
  years: string[];
  /** Paths, of which each corner is a star: by kind and radius. A page sends all of it twice, so it has no names. */
  stars: [kind: StarKind, sizes: [radius: number, path: string][]][];
  lines: string;
  /** What is more than the stars that are drawn. */
  haze: [x: number, y: number, radius: number][];
  brightest: { kind: StarKind; x: number; y: number };
}
