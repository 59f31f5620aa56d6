import sharp from "sharp";
import { boxes } from "./drawings.ts";
import texts from "./other-sheets.json" with { type: "json" };
import { type Block, layOut } from "./pages.ts";
import { docx, wavOf, xlsx } from "./sample-files.ts";
import type { Sheet } from "./sheets.ts";

const drawn = (width: number, height: number, inner: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif"><rect width="${width}" height="${height}" fill="#FBF9F4"/>${inner}</svg>`,
    ),
  );

const morse: Record<string, string> = {
  A: ".-",
  D: "-..",
  E: ".",
  H: "....",
  L: ".-..",
  O: "---",
  R: ".-.",
  W: ".--",
  I: "..",
  M: "--",
  T: "-",
  C: "-.-.",
  Q: "--.-",
};

/** A word in Morse code, 8,000 samples a second. */
function playMorse(word: string): Buffer {
  const unit = 640;
  const marks = [...word].flatMap((letter) => [
    ...[...(morse[letter] ?? "")].flatMap((sign) => [sign === "." ? 1 : 3, -1]),
    -2,
  ]);
  return wavOf(
    marks.flatMap((units) =>
      Array.from({ length: Math.abs(units) * unit }, (_, at) =>
        units > 0 ? Math.sin((at * 600 * 2 * Math.PI) / 8000) : 0,
      ),
    ),
  );
}

const timetable = [
  ["", "Mon", "Tue", "Wed", "Thu", "Fri"],
  ["9:00", "Physics lab", "C lab", "Graphics", "Chemistry", "Workshop"],
  ["11:00", "Circuits", "DBMS lab", "Networks", "Machines", "VLSI"],
  ["14:00", "Survey camp", "Control lab", "Robotics", "Thermal", "Library"],
];

const campus = [
  ["Block A", 60, 60, 150, 70],
  ["Library", 250, 60, 130, 90],
  ["Block C", 420, 60, 150, 70],
  ["Old hostel", 60, 300, 130, 60],
  ["New hostel", 220, 300, 130, 60],
  ["Mess", 380, 300, 80, 60],
] as const;

/** The line follower on its track, one drawing per moment. */
async function lineFollower(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const angle = (n / 8) * 2 * Math.PI;
      const [x, y] = [160 + 110 * Math.cos(angle), 100 + 60 * Math.sin(angle)];
      return drawn(
        320,
        200,
        `<ellipse cx="160" cy="100" rx="110" ry="60" fill="none" stroke="#17202E" stroke-width="7"/><rect x="${x - 13}" y="${y - 9}" width="26" height="18" rx="4" fill="#15527A"/><circle cx="${x}" cy="${y}" r="4" fill="#F2B33D"/>`,
      )
        .png()
        .toBuffer();
    }),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: frames.map(() => 140), loop: 0 })
    .toBuffer();
}

const drawings: Record<string, () => Promise<Buffer>> = {
  "Campus Map": () =>
    drawn(
      640,
      420,
      `<g fill="#DCE9F1" stroke="#15527A" stroke-width="2">${campus.map(([, x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`).join("")}</g><rect x="220" y="300" width="130" height="60" fill="#F2B33D"/><path d="M0 220H640M400 220V420" stroke="#857E6E" stroke-width="16"/><g font-size="17" fill="#17202E">${campus.map(([name, x, y]) => `<text x="${x + 12}" y="${y + 38}">${name}</text>`).join("")}<text x="520" y="212">Main road</text></g>`,
    )
      .jpeg({ quality: 85 })
      .toBuffer(),
  "Line Follower Demo, Robotics Club": lineFollower,
  "Odd Semester Lab Timetable": () =>
    drawn(
      640,
      320,
      `<g font-size="17" fill="#17202E">${timetable.flatMap((row, y) => row.map((cell, x) => `<text x="${20 + x * 104}" y="${60 + y * 70}">${cell}</text>`)).join("")}</g><path d="M0 84H640M0 154H640M0 224H640M90 20V300" stroke="#DDD7CA" stroke-width="2"/>`,
    )
      .png({ palette: true })
      .toBuffer(),
};

interface Text extends Omit<Sheet, "make"> {
  rows?: string[][];
  paragraphs?: string[];
  text?: string;
  morse?: string;
  page?: { title: string; subtitle: string; boxes?: string[]; blocks: Block[] };
}

function make({ title, rows, paragraphs, text, morse, page }: Text): Buffer | Promise<Buffer> {
  if (rows) return xlsx(rows);
  if (paragraphs) return docx(paragraphs);
  if (text) return Buffer.from(text);
  if (morse) return playMorse(morse);
  if (page) {
    const drawing = page.boxes && boxes(false, ...page.boxes);
    return layOut(page.title, page.subtitle, [
      ...(drawing ? [{ kind: "drawing", drawing } as const] : []),
      ...page.blocks,
    ]);
  }
  const draw = drawings[title];
  if (!draw) throw new Error(`${title} has no content`);
  return draw();
}

/** Resources outside of courses. */
export const otherSheets = (): Sheet[] =>
  (texts as Text[]).map((sheet) => ({ ...sheet, make: () => make(sheet) }));
