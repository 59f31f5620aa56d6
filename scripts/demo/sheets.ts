import sharp, { type Sharp } from "sharp";
import type { FileType } from "../../app/platform/files/rules.ts";
import type { exams, resourceTypes } from "../../app/resources/rules.ts";
import { otherSheets } from "./other-sheets.ts";
import { type Block, layOut, spans } from "./pages.ts";
import { docx, xlsx, zip } from "./sample-files.ts";
import { type Subject, subjects } from "./subjects.ts";

/** A resource. */
export interface Sheet {
  title: string;
  category: string;
  year: number;
  type: FileType;
  description: string;
  courseCode?: string;
  resourceType?: (typeof resourceTypes)[number];
  paperYear?: number;
  exam?: (typeof exams)[number];
  make(): Buffer | Promise<Buffer>;
}

/** Courses by year of study. */
const courses: Record<number, string[]> = {
  1: ["Engineering Mathematics", "Engineering Chemistry", "Engineering Graphics", "Programming in C"],
  2: [
    "Data Structures",
    "Signals and Systems",
    "Thermodynamics",
    "Strength of Materials",
    "Digital Electronics",
  ],
  3: ["Operating Systems", "DBMS", "Control Systems", "Structural Analysis", "Computer Networks"],
  4: ["VLSI Design", "Machine Learning", "Power Plant Engineering", "Transportation Engineering"],
};
const gateSubjects = [
  "Control Systems",
  "Computer Networks",
  "Machine Design",
  "Power Systems",
  "Fluid Mechanics",
];

const text = (line: string): Block => ({ kind: "text", text: line });
const heading = (line: string): Block => ({ kind: "heading", text: line });
const formula = (line: string): Block => ({ kind: "formula", text: line });
/** A topic for the middle of a sentence. Names and abbreviations keep their capitals. */
const inside = (topic: string) =>
  /^(Bode|Fourier|Karnaugh|Laplace|Routh|Bernoulli|[A-Z]{2})/.test(topic)
    ? topic
    : topic.charAt(0).toLowerCase() + topic.slice(1);
const plain = (line: string) => line.replace(/[{}]/g, "");

function notes(course: string, { topics, formulas, asked, drawing }: Subject): Buffer {
  return layOut(`${course}: Units 1 to 3`, "Lecture notes, copied out before the mid-semester exam", [
    ...topics.slice(0, 3).flatMap((topic, index) => {
      const [question = "", answer = ""] = asked[index] ?? [];
      return [
        heading(`${index + 1}.  ${topic}`),
        formula(formulas[index] ?? ""),
        ...(index === 0 ? [{ kind: "drawing", drawing } as const] : []),
        text(`Worked example. ${question}`),
        text(answer),
      ];
    }),
    heading("To remember"),
    formula(formulas[3] ?? ""),
    text(`Still to come: ${topics.slice(3).join("; ")}.`),
  ]);
}

function paper(course: string, year: number, { topics, formulas, asked, drawing }: Subject): Buffer {
  return layOut(course, `B.Tech, year ${year}. End-semester examination 2025. Time: 3 hours. Marks: 70.`, [
    heading("Section A: answer all (5 × 4 marks)"),
    ...topics.map((topic, index) => text(`${index + 1}.  ${topic}: define the terms and give one use.`)),
    heading("Section B: answer two (2 × 10 marks)"),
    ...asked.map(([question], index) => text(`${index + 6}.  ${question}`)),
    heading("Section C (30 marks)"),
    text("9.  Explain the figure. Derive the relation below and say when it holds."),
    { kind: "drawing", drawing },
    formula(formulas[1] ?? ""),
    heading("Solutions to section B"),
    ...asked.map(([, answer], index) => text(`${index + 6}.  ${answer}`)),
  ]);
}

function manual(course: string, { practicals, formulas, asked, drawing }: Subject): Buffer {
  return layOut(`${course}: Lab Manual`, "Bring the manual, a ruler and your record book", [
    text("For each: write down what you expect before you begin, take five readings and draw them."),
    ...practicals.flatMap((practical, index) => [
      heading(`Experiment ${index + 1}.  ${practical}`),
      formula(formulas[index] ?? ""),
      text(`Viva: ${asked[index]?.[0] ?? ""}`),
    ]),
    heading("What the drawing should look like"),
    { kind: "drawing", drawing },
  ]);
}

/** Five readings of each experiment, with an average. */
const readings = ({ practicals }: Subject, seed: number): Buffer =>
  xlsx([
    ["Experiment", "Reading", "Measured", "Expected", "Error in %"],
    ...practicals.flatMap((practical, row) =>
      Array.from({ length: 5 }, (_, n) => {
        const expected = (n + 1) * (row + 2) * 2.5;
        const error = (((seed * 7 + row * 5 + n * 3) % 9) - 4) / 2;
        return [practical, n + 1, Math.round(expected * (100 + error)) / 100, expected, error];
      }),
    ),
  ]);

const questions = ({ topics, formulas, asked }: Subject): Block[] => [
  ...topics.flatMap((topic, index) => [
    heading(topic),
    text(`State the main result of ${inside(topic)} in two lines, with a sketch.`),
    ...(formulas[index] ? [formula(formulas[index])] : []),
  ]),
  heading("Asked before"),
  ...asked.map(([question]) => text(question)),
];

/** A photo of the board: chalk on green. */
function board(course: string, { formulas, drawing }: Subject): Sharp {
  const xml = (line: string) => line.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const chalk = (line: string) =>
    spans(line)
      .map(({ text: part, rise }) =>
        rise === 0
          ? xml(part)
          : `<tspan baseline-shift="${rise < 0 ? "sub" : "super"}" font-size="70%">${xml(part)}</tspan>`,
      )
      .join("");
  const lines = drawing.lines.map(
    (points) =>
      `<polyline points="${points.map(([x, y]) => `${70 + x * 1.4},${565 - y * 1.2}`).join(" ")}"/>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"><rect width="1000" height="640" fill="#4A3526"/><rect x="24" y="24" width="952" height="560" fill="#23483F"/><g fill="#F3F1E7" font-family="cursive, serif" font-size="34"><text x="70" y="90" font-size="40">${xml(course)}</text>${formulas
        .slice(0, 3)
        .map((line, index) => `<text x="70" y="${150 + index * 56}">${chalk(line)}</text>`)
        .join(
          "",
        )}</g><g fill="none" stroke="#F3F1E7" stroke-width="4">${lines.join("")}</g><path d="M860 590h60l-6 16h-48z" fill="#DDD7CA"/></svg>`,
    ),
  );
}

/** A paper without solutions, as most are. */
const shortPaper = (course: string, exam: string, { topics, asked }: Subject, from: number): Buffer =>
  layOut(course, `${exam}. Answer all.`, [
    heading("Section A"),
    ...topics.map((_, index) => {
      const topic = topics[(index + from) % topics.length] ?? "";
      return text(`${index + 1}.  ${topic}: ${from % 2 ? "compare two ways" : "explain with an example"}.`);
    }),
    heading("Section B"),
    ...asked.map((_, index) => text(`${index + 6}.  ${asked[(index + from) % asked.length]?.[0] ?? ""}`)),
  ]);

/** The course whose papers somebody collected. */
const collected = "Data Structures";
const papers: [title: string, year: number | undefined, exam: (typeof exams)[number], description: string][] =
  [
    ["Endsem 2025", 2025, "end-term", "Section B came from the tutorial sheets."],
    ["Midsem 2025", 2025, "mid-term", "Scanned straight after the exam."],
    ["Endsem 2024", 2024, "end-term", "Two questions are the same as in 2022."],
    ["Midsem 2024", 2024, "mid-term", "Easier than the tutorials."],
    ["Quiz 2024", 2024, "quiz", "Twenty minutes, one page."],
    ["Endsem 2023", 2023, "end-term", "The last one with a choice in section A."],
    ["Endsem 2022", 2022, "end-term", "From a senior, thank you!"],
    ["Old Midsem", undefined, "mid-term", "Nobody knows the year any more."],
  ];

const collectedPapers = (subject: Subject): Sheet[] =>
  papers.map(([title, paperYear, exam, description], index) => ({
    title: `${collected} ${title}`,
    category: "academics-notes",
    year: 2,
    courseCode: "DA201",
    type: "pdf",
    description,
    resourceType: "past-paper",
    ...(paperYear !== undefined && { paperYear }),
    exam,
    make: () => shortPaper(collected, title, subject, index),
  }));

/** Resources about a course. */
function ofCourse(course: string, year: number, seed: number): Sheet[] {
  const subject = subjects[course];
  if (!subject) throw new Error(`nothing is known about ${course}`);
  const { topics, asked, practicals } = subject;
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = topics;
  const [lab = "", nextLab = ""] = practicals;
  const courseCode = `${course.slice(0, 2).toUpperCase()}${year}0${seed + 1}`;
  const own = { year, category: "academics-notes", courseCode };
  const sheets: Sheet[] = [
    {
      ...own,
      resourceType: "notes",
      title: `${course} Notes, Units 1 to 3`,
      type: "pdf",
      description: `${first}, ${inside(second)}, ${inside(third)}. With the drawing from the lecture.`,
      make: () => notes(course, subject),
    },
    {
      ...own,
      resourceType: "past-paper",
      paperYear: 2025,
      exam: "end-term",
      title: `${course} Endsem 2025 with Solutions`,
      type: "pdf",
      description: `Question 7 on ${inside(second)} is the one everybody feared. Tell me if you find a mistake.`,
      make: () => paper(course, year, subject),
    },
    {
      ...own,
      title: `${course} Lab Manual`,
      type: "pdf",
      description: `“${lab}” and “${nextLab}”, with the drawing that they ask for.`,
      make: () => manual(course, subject),
    },
    {
      ...own,
      resourceType: "solution",
      title: `${course} Lab Readings`,
      type: "xlsx",
      description: `Our readings for “${lab}”. Don't copy them, compare.`,
      make: () => readings(subject, seed),
    },
    {
      ...own,
      category: "quantum",
      title: `${course} Quantum`,
      type: "pdf",
      description: `From ${inside(first)} to ${inside(fifth)} in short questions.`,
      make: () => layOut(`${course} Quantum`, "Short questions, unit by unit", questions(subject)),
    },
    {
      ...own,
      category: "quantum",
      title: `${course} Viva Questions`,
      type: "docx",
      description: `They like to begin with ${inside(fourth)}.`,
      make: () =>
        docx([`${course}: viva`, ...asked.flatMap(([question, answer]) => [plain(question), plain(answer)])]),
    },
    {
      ...own,
      title: `${course} Board, Last Class`,
      type: seed % 2 ? "jpg" : "png",
      description: `Photo of the revision on ${inside(third)}.`,
      make: () =>
        (seed % 2
          ? board(course, subject).jpeg({ quality: 80 })
          : board(course, subject).png({ palette: true })
        ).toBuffer(),
    },
  ];
  // Each course lacks some.
  return sheets.filter((_, kind) => (seed + kind + year) % 5 < 3);
}

function ofGate(name: string, index: number): Sheet[] {
  const subject = subjects[name];
  if (!subject) throw new Error(`nothing is known about ${name}`);
  const { topics, formulas, asked, drawing } = subject;
  const own = { category: "gate-notes", year: 3 + (index % 2) };
  const [first = "", , third = "", , last = ""] = topics;
  const sheet = () =>
    layOut(`GATE ${name}`, "Formulas on one page", [{ kind: "drawing", drawing }, ...formulas.map(formula)]);
  const answers = `${name}: key\n\n${asked.map(([, answer], n) => `${n + 1}. ${plain(answer)}`).join("\n")}\n`;
  return [
    {
      ...own,
      title: `GATE ${name} Formula Sheet`,
      type: "pdf",
      description: `For the last week. ${third} first, it brings the most marks.`,
      make: sheet,
    },
    {
      ...own,
      title: `GATE ${name} Practice Set`,
      type: "zip",
      description: `${first} to ${inside(last)}, with the key in a file of its own.`,
      make: () =>
        zip({
          "questions.pdf": layOut(`GATE ${name}`, "Practice set", questions(subject)),
          "key.txt": answers,
        }),
    },
  ];
}

/** All resources, each title once. */
export const listSheets = (): Sheet[] => [
  ...Object.entries(courses).flatMap(([year, names]) =>
    names.flatMap((course, index) => ofCourse(course, Number(year), index)),
  ),
  ...gateSubjects.flatMap(ofGate),
  ...(subjects[collected] ? collectedPapers(subjects[collected]) : []),
  ...otherSheets(),
];
