import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { files, resourceCategories, resources } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { render } from "../../app/files/render-process.server.ts";
import type { FileType } from "../../app/schemas/resource-rules.ts";
import type { Demo } from "./demo.ts";
import { sampleFile } from "./sample-files.ts";

const day = 24 * 60 * 60 * 1000;
const courses: Record<string, readonly string[]> = {
  "academics-notes": [
    "Thermodynamics",
    "Signals and Systems",
    "Data Structures",
    "Engineering Drawing",
    "Fluid Mechanics",
    "Discrete Mathematics",
    "Operating Systems",
    "Strength of Materials",
    "Analog Circuits",
    "Chemistry I",
  ],
  "gate-notes": ["Linear Algebra", "Control Systems", "Computer Networks", "Machine Design", "Power Systems"],
  quantum: ["Mathematics II", "Physics", "Digital Electronics", "Database Systems", "Kinematics"],
  "placement-resources": [
    "Aptitude",
    "Array and String Questions",
    "HR Round",
    "Case Interviews",
    "CV Patterns",
  ],
  others: ["Campus Map", "Hostel Handbook", "Workshop Safety", "Lab Timetable", "Society Directory"],
};
const kinds: Record<string, readonly [title: string, types: readonly FileType[]][]> = {
  "academics-notes": [
    ["lecture notes, units 1 to 3", ["pdf", "docx"]],
    ["solved question paper, 2024", ["pdf"]],
    ["lab manual", ["doc", "pdf"]],
    ["slides of the last lecture", ["pptx", "ppt"]],
    ["board work, photographed", ["jpg", "png"]],
  ],
  "gate-notes": [
    ["short notes", ["pdf"]],
    ["formula sheet", ["pdf", "png"]],
    ["previous papers, ten years", ["zip", "rar"]],
  ],
  quantum: [
    ["the whole series in one file", ["pdf"]],
    ["important questions", ["pdf", "txt"]],
  ],
  "placement-resources": [
    ["question bank", ["xlsx", "xls"]],
    ["how it went, told by three seniors", ["mp3", "wav", "pdf"]],
    ["worked examples", ["pdf", "docx"]],
  ],
  others: [
    ["latest edition", ["pdf", "jpeg"]],
    ["as a film", ["mp4", "mov", "avi"]],
    ["moving picture", ["gif"]],
  ],
};
const remarks = [
  "Checked against the syllabus of this year. The last two pages are extra.",
  "Scanned in the library, so a little grey at the edges. Everything can be read.",
  "Written the week before the exam and corrected after it.",
  "From our study group of four. Tell us when you find a mistake.",
  null,
];
const many = 72;

/** Shares resources with real small files of every accepted type: into the store, as the server would. */
export async function seedResources(demo: Demo): Promise<void> {
  await seedCategories(demo.db);
  const categories = await demo.db.select().from(resourceCategories);
  const uploads = join(demo.storage, "uploads");
  mkdirSync(uploads, { recursive: true });

  const made = [];
  const turns: Record<string, number> = {};
  for (let index = 0; index < many; index++) {
    const category = demo.pick(categories);
    const [kind, types] = demo.pick(kinds[category.slug] ?? []);
    // Each kind takes its types in turn, so that all are there.
    const turn = turns[kind] ?? 0;
    turns[kind] = turn + 1;
    const type = types[turn % types.length] ?? "pdf";
    const title = `${demo.pick(courses[category.slug] ?? [])}: ${kind}`;
    const bytes = await sampleFile(type, title, index);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(uploads, sha256), bytes);
    const year = 1 + Math.floor(demo.random() * 4);
    made.push({
      title,
      description: demo.pick(remarks),
      categoryId: category.id,
      year,
      fileSha256: sha256,
      fileName: `${title.replace(/[^\w]+/g, "-").toLowerCase()}.${type}`,
      fileType: type,
      size: bytes.length,
      userId: demo.pick(demo.members).id,
      downloadCount: Math.floor(demo.random() ** 3 * 240),
      hasThumbnail: await drawThumbnail(join(uploads, sha256), type),
      createdAt: Math.floor(demo.now - (many - index) * 1.7 * day - demo.random() * day),
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
  return (await render({ kind, source, target, width: 320, height: 200, fit: "cover" })) === 0;
}
