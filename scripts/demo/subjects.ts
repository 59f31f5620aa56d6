import { beam, boxes, type Drawing, plot, tree } from "./drawings.ts";
import texts from "./subjects.json" with { type: "json" };

/** Subjects of the demo's resources. Formulas use `_` and `^` for subscripts and superscripts, with braces for groups. */
export interface Subject {
  topics: string[];
  formulas: string[];
  asked: [question: string, answer: string][];
  /** Exercises in the lab or the drawing hall. */
  practicals: string[];
  drawing: Drawing;
}

const damped = (at: number) => 0.6 - 0.6 * Math.exp(-5 * at) * Math.cos(18 * at);

const drawings: Record<keyof typeof texts, Drawing> = {
  "Engineering Mathematics": plot(
    "x",
    "f(x)",
    (x) => 0.15 + 3 * (x - 0.5) ** 2,
    (x) => 0.05 + 0.75 * x,
  ),
  "Engineering Chemistry": plot(
    "volume of base (ml)",
    "pH",
    (x) => 0.15 + 0.7 / (1 + Math.exp(-28 * (x - 0.5))),
  ),
  "Engineering Graphics": {
    lines: [
      [
        [60, 40],
        [160, 10],
        [260, 40],
        [160, 70],
        [60, 40],
      ],
      [
        [60, 40],
        [160, 170],
        [260, 40],
      ],
      [
        [160, 10],
        [160, 170],
      ],
      [
        [300, 10],
        [300, 170],
      ],
    ],
    labels: [
      { at: [310, 150], text: "VP" },
      { at: [310, 20], text: "HP" },
      { at: [154, 174], text: "O" },
    ],
  },
  "Programming in C": boxes(false, "main.c", "compiler", "linker", "a.out"),
  "Data Structures": tree("50", "30", "70", "20", "40", "60", "80"),
  "Signals and Systems": plot("t", "x(t)", (t) => 0.5 + 0.3 * Math.sin(14 * t) + 0.12 * Math.sin(42 * t)),
  Thermodynamics: plot(
    "V",
    "p",
    (v) => 0.12 / (v + 0.12),
    (v) => 0.05 / (v + 0.06),
  ),
  "Strength of Materials": beam(0.5, "W"),
  "Digital Electronics": boxes(true, "FF 0", "FF 1", "FF 2", "FF 3"),
  "Operating Systems": boxes(true, "new", "ready", "running", "done"),
  DBMS: boxes(false, "Student", "enrols in", "Course"),
  "Control Systems": plot("t", "c(t)", damped),
  "Structural Analysis": beam(0.33, "2W"),
  "Computer Networks": plot("round trips", "window", (x) =>
    x < 0.35 ? 0.9 * (2 ** (x * 9) / 2 ** 3.15) : x < 0.6 ? 0.45 + x - 0.35 : 0.35 + (x - 0.6),
  ),
  "VLSI Design": plot("V_{in}", "V_{out}", (v) => 0.9 / (1 + Math.exp(24 * (v - 0.5)))),
  "Machine Learning": plot(
    "epochs",
    "loss",
    (x) => 0.9 * Math.exp(-4 * x) + 0.05,
    (x) => 0.9 * Math.exp(-5 * x) + 0.12 + 0.35 * x * x,
  ),
  "Power Plant Engineering": plot(
    "hour of the day",
    "load (MW)",
    (x) =>
      0.35 +
      0.2 * Math.sin(7 * x - 1.5) +
      (x > 0.7 && x < 0.92 ? 0.3 * Math.sin(((x - 0.7) / 0.22) * Math.PI) : 0),
  ),
  "Transportation Engineering": plot("density k", "flow q", (k) => 3.4 * k * (1 - k)),
  "Machine Design": plot("cycles (log N)", "stress S", (x) => Math.max(0.32, 0.9 - 0.85 * x)),
  "Power Systems": plot(
    "δ",
    "P",
    (x) => 0.9 * Math.sin(Math.PI * x),
    () => 0.5,
  ),
  "Fluid Mechanics": plot(
    "flow Q",
    "head H",
    (q) => 0.85 - 0.7 * q * q,
    (q) => 0.2 + 0.6 * q * q,
  ),
};

export const subjects = Object.fromEntries(
  Object.entries(texts as unknown as Record<string, Omit<Subject, "drawing">>).map(
    ([name, text]): [string, Subject] => [
      name,
      { ...text, drawing: drawings[name as keyof typeof drawings] },
    ],
  ),
);
