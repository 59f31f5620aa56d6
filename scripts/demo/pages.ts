import type { Drawing } from "./drawings.ts";
import { pdfOf } from "./sample-files.ts";

/** The blocks of a page, from top to bottom. Texts may have `_` and `^` for subscripts and superscripts. */
export type Block =
  | { kind: "heading" | "text" | "formula"; text: string }
  | { kind: "drawing"; drawing: Drawing };

/** The codes of Symbol, a font that every PDF reader has. */
const symbols = new Map(
  Object.entries({
    α: 0x61,
    β: 0x62,
    γ: 0x67,
    δ: 0x64,
    ε: 0x65,
    ζ: 0x7a,
    η: 0x68,
    θ: 0x71,
    λ: 0x6c,
    μ: 0x6d,
    ν: 0x6e,
    π: 0x70,
    ρ: 0x72,
    σ: 0x73,
    τ: 0x74,
    φ: 0x66,
    ω: 0x77,
    Δ: 0x44,
    Σ: 0x53,
    Ω: 0x57,
    "∫": 0xf2,
    "√": 0xd6,
    "∂": 0xb6,
    "∇": 0xd1,
    "≤": 0xa3,
    "≥": 0xb3,
    "≈": 0xbb,
    "→": 0xae,
    "←": 0xac,
    "∞": 0xa5,
    "×": 0xb4,
    "·": 0xd7,
    "°": 0xb0,
    "−": 0x2d,
    "⊕": 0xc5,
    "∪": 0xc8,
  }),
);

/** Splits a text into normal text, subscripts and superscripts. */
export const spans = (text: string): { text: string; rise: -1 | 0 | 1 }[] =>
  [...text.matchAll(/([_^])(?:\{([^}]*)\}|([\p{L}\p{N}+]))|[^_^]+|./gsu)].map(
    ([whole, sign, group, letter]) =>
      sign === undefined
        ? { text: whole, rise: 0 }
        : { text: group ?? letter ?? "", rise: sign === "_" ? -1 : 1 },
  );

const escaped = (text: string) => text.replace(/[\\()]/g, "\\$&");

/** The commands that write a text at a position in one of the fonts F1 to F3. */
function write(text: string, font: string, size: number, x: number, y: number): string {
  const shown = spans(text).flatMap(({ text: part, rise }) => {
    const partSize = rise === 0 ? size : Math.round(size * 0.7);
    return [...part.matchAll(/[\x20-\x7e]+|./gsu)].map(([run]) => {
      const code = symbols.get(run);
      const [name, shownRun] =
        code === undefined
          ? [font, escaped(run.replace(/[^\x20-\x7e]/g, "-"))]
          : ["F4", String.fromCharCode(code)];
      return `/${name} ${partSize} Tf ${rise * size * 0.3} Ts (${shownRun}) Tj`;
    });
  });
  return `BT ${x} ${y} Td ${shown.join(" ")} ET`;
}

/** Breaks a text into lines that fit between the margins at 12 points. */
const wrap = (text: string): string[] =>
  text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 84) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
    return lines;
  }, []);

function draw({ lines, labels }: Drawing, x: number, y: number): string[] {
  return [
    "0.08 0.32 0.48 RG 1.2 w",
    ...lines.map(
      (points) =>
        `${points.map(([atX, atY], index) => `${(x + atX).toFixed(1)} ${(y + atY).toFixed(1)} ${index ? "l" : "m"}`).join(" ")} S`,
    ),
    ...labels.map(({ at: [atX, atY], text }) => write(text, "F3", 11, x + atX, y + atY)),
  ];
}

/** Lays out blocks on pages, with the title on the first and a number on each. */
export function layOut(title: string, line: string, blocks: readonly Block[]): Buffer {
  const ink = "0.09 0.13 0.18 rg";
  const pages: string[][] = [
    [
      "0.08 0.32 0.48 rg 56 722 120 3 re f",
      ink,
      write(title, "F2", title.length > 44 ? 17 : 22, 56, 748),
      write(line, "F3", 12, 56, 702),
    ],
  ];
  let y = 670;
  const take = (height: number) => {
    if (y - height < 70) {
      pages.push([ink]);
      y = 770;
    }
    y -= height;
    return pages.at(-1) ?? [];
  };
  for (const block of blocks) {
    if (block.kind === "drawing") take(200).push(...draw(block.drawing, 90, y + 5));
    else if (block.kind === "heading") {
      take(34).push(write(block.text, "F2", 14, 56, y + 6));
    } else if (block.kind === "formula") {
      take(26).push(write(block.text, "F3", 14, 90, y + 6));
    } else {
      for (const part of wrap(block.text)) take(17).push(write(part, "F1", 12, 56, y + 4));
      y -= 6;
    }
  }
  return pdfOf(pages.map((page, index) => [...page, write(String(index + 1), "F1", 10, 294, 36)].join("\n")));
}
