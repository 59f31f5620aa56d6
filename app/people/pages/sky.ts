import type { ThankedKind } from "#db/vocabulary.ts";

export const skySize = { width: 480, height: 168 } as const;
/** The `top` of a sky with few stars. */
export const lowTop = 48;

/** A drawing of a member's thanks. Every reader sees the same. Coordinates are within `skySize`. */
export interface Sky {
  people: string;
  things: { kind: ThankedKind; text: string }[];
  /** The academic years from left to right, some without a label. */
  years: string[];
  /**
   * Paths whose corners are stars, by kind and radius. Arrays instead of objects, because a page sends them twice.
   */
  stars: [kind: ThankedKind, sizes: [radius: number, path: string][]][];
  lines: string;
  /** The items beyond the maximum number of stars. */
  haze: [x: number, y: number, radius: number][];
  /** The upper edge of the drawing. A sky with few stars begins lower. */
  top?: number;
  brightest: { kind: ThankedKind; x: number; y: number };
}
