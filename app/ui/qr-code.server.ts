import { encode } from "uqr";

/** A QR code as the path of its dark squares, with a border. */
export function drawQrCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2 });
  const rows = data.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
  const runs = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return { path: runs.join(""), size };
}
