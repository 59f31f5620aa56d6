import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { files, resourceCategories, resources } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { render } from "../../app/files/render-process.server.ts";
import type { FileType } from "../../app/schemas/resource-rules.ts";
import type { Demo } from "./demo.ts";
import { sampleFile } from "./sample-files.ts";

const day = 24 * 60 * 60 * 1000;
/** Courses by the year in which they are taken. */
const courses: Record<number, string[]> = {
  1: ["Engineering Mathematics I", "Engineering Chemistry", "Engineering Graphics", "Programming in C"],
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
interface Sheet {
  title: string;
  category: string;
  year: number;
  type: FileType;
  description: string | null;
}
/** What students share about a course: each kind takes its file types in turn, so that every type is there. */
const courseSheets: readonly [
  title: string,
  category: string,
  types: FileType[],
  description: string | null,
][] = [
  [
    "{} Unit 1-3 Notes",
    "academics-notes",
    ["pdf", "docx"],
    "Handwritten, scanned in the library. Covers everything up to the mid-sem.",
  ],
  [
    "{} PYQs 2021-2025 with Solutions",
    "academics-notes",
    ["pdf"],
    "Solved with our study group. Tell me if you find a mistake.",
  ],
  ["{} Lab Manual", "academics-notes", ["doc", "pdf"], "All experiments with readings and viva questions."],
  ["{} Lecture Slides", "academics-notes", ["pptx", "ppt"], null],
  ["{} Quantum", "quantum", ["pdf"], "Last year's edition. The syllabus has not changed."],
  ["{} Important Questions", "quantum", ["pdf", "txt"], "Asked in at least two of the last five end-sems."],
  [
    "{} Board Photos, Last Class",
    "academics-notes",
    ["jpg", "png"],
    "From the revision class before the end-sem.",
  ],
];
const gateSubjects = [
  "Control Systems",
  "Computer Networks",
  "Machine Design",
  "Power Systems",
  "Fluid Mechanics",
];
const gateSheets: readonly [title: string, types: FileType[], description: string | null][] = [
  ["GATE {} Short Notes", ["pdf"], "Twelve pages for the last week."],
  ["GATE {} Formula Sheet", ["pdf", "png"], null],
  ["GATE {} PYQs 2015-2025", ["zip", "rar"], "One PDF a year, with answer keys."],
];
const otherSheets: readonly Sheet[] = (
  [
    [
      "Aptitude Question Bank",
      "placement-resources",
      3,
      "xlsx",
      "400 questions, sorted by topic and difficulty.",
    ],
    [
      "DSA Sheet: 150 Questions",
      "placement-resources",
      3,
      "xls",
      "Tick them off as you go. Links to the problems inside.",
    ],
    [
      "HR Interview Questions with Answers",
      "placement-resources",
      4,
      "docx",
      "Write your own answers, then compare.",
    ],
    [
      "Interview Experience: Firmware Intern",
      "placement-resources",
      3,
      "mp3",
      "Recorded right after the second round.",
    ],
    [
      "Interview Experience: Backend Engineer",
      "placement-resources",
      4,
      "wav",
      "Three seniors on what they were asked.",
    ],
    ["Interview Experience: Structural Engineer", "placement-resources", 4, "pdf", null],
    ["One-Page Resume Template", "placement-resources", 2, "docx", "The placement cell accepts this format."],
    ["Group Discussion Topics 2026", "placement-resources", 4, "txt", "With two arguments for each side."],
    ["Campus Map", "others", 1, "jpeg", "The new hostel blocks are marked."],
    ["Hostel Handbook 2026", "others", 1, "pdf", "Mess timings, leave rules and emergency numbers."],
    ["Workshop Safety Briefing", "others", 1, "mp4", "You have to watch this before your first workshop."],
    ["Line Follower Demo, Robotics Club", "others", 2, "gif", "This year's entry on the practice track."],
    ["Tech Fest Opening", "others", 2, "mov", null],
    ["Bridge Model Load Test", "others", 3, "avi", "It held 42 kg. Watch the third joint."],
    ["Even Semester Lab Timetable", "others", 2, "png", null],
    ["Society Directory 2026", "others", 1, "xlsx", "All clubs: who to call and when they meet."],
  ] as const
).map(([title, category, year, type, description]) => ({ title, category, year, type, description }));

/** Everything that is shared, each title once. */
function listSheets(): Sheet[] {
  const turns: Record<string, number> = {};
  const takeTurn = (kind: string, types: FileType[]): FileType => {
    turns[kind] = (turns[kind] ?? -1) + 1;
    return types[turns[kind] % types.length] ?? "pdf";
  };
  const ofCourses = Object.entries(courses).flatMap(([year, names]) =>
    names.flatMap((course, index) =>
      courseSheets
        // Nobody has everything: each course lacks some.
        .filter((_, kind) => (index + kind + Number(year)) % 5 < 3)
        .map(([title, category, types, description]) => ({
          title: title.replace("{}", course),
          category,
          year: Number(year),
          type: takeTurn(title, types),
          description,
        })),
    ),
  );
  const ofGate = gateSubjects.flatMap((subject, index) =>
    gateSheets
      .filter((_, kind) => (index + kind) % 3 > 0)
      .map(([title, types, description]) => ({
        title: title.replace("{}", subject),
        category: "gate-notes",
        year: 3 + (index % 2),
        type: takeTurn(title, types),
        description,
      })),
  );
  return [...ofCourses, ...ofGate, ...otherSheets];
}

/** Shares resources with real small files of every accepted type: into the store, as the server would. */
export async function seedResources(demo: Demo): Promise<void> {
  await seedCategories(demo.db);
  const categories = await demo.db.select().from(resourceCategories);
  const uploads = join(demo.storage, "uploads");

  const sheets = listSheets()
    .map((sheet) => ({ sheet, order: demo.random() }))
    .toSorted((a, b) => a.order - b.order);
  const made = [];
  for (const [index, { sheet }] of sheets.entries()) {
    const { title, type, year, description } = sheet;
    const category = categories.find(({ slug }) => slug === sheet.category);
    if (!category) continue;
    const bytes = await sampleFile(type, title, index);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(uploads, sha256), bytes);
    made.push({
      title,
      description,
      categoryId: category.id,
      year,
      fileSha256: sha256,
      fileName: `${title.replace(/[^\w]+/g, "-").toLowerCase()}.${type}`,
      fileType: type,
      size: bytes.length,
      userId: demo.pick(demo.members).id,
      downloadCount: Math.floor(demo.random() ** 3 * 240),
      hasThumbnail: await drawThumbnail(join(uploads, sha256), type),
      createdAt: Math.floor(demo.now - (sheets.length - index) * 1.7 * day - demo.random() * day),
    });
  }
  await demo.db.batch([
    demo.db
      .insert(files)
      .values(made.map(({ fileSha256: sha256, size, createdAt }) => ({ sha256, size, createdAt })))
      .onConflictDoNothing(),
    demo.db.insert(resources).values(made),
  ]);
}

/** Draws a thumbnail with the server's own function. Returns whether there is one. */
async function drawThumbnail(source: string, type: string): Promise<boolean> {
  if (!["pdf", "jpg", "jpeg", "png", "gif"].includes(type)) return false;
  const kind = type === "pdf" ? "pdf" : "image";
  const target = `${source}.webp`;
  const size = { width: 320, height: 200, fit: "cover", maxPixels: 10_000_000 } as const;
  return (await render({ kind, source, target, ...size })) === 0;
}
