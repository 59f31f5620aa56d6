import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { files, resourceCategories, resources } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { render } from "../../app/platform/files/render-process.server.ts";
import type { Demo } from "./demo.ts";
import { listSheets } from "./sheets.ts";

const day = 24 * 60 * 60 * 1000;
/** Stores the resources of the demo's students like the server. */
export async function seedResources(demo: Demo): Promise<void> {
  await seedCategories(demo.db);
  const categories = await demo.db.select().from(resourceCategories);
  const uploads = join(demo.storage, "uploads");

  const sheets = listSheets()
    .map((sheet) => ({ sheet, order: demo.random() }))
    .toSorted((a, b) => a.order - b.order);
  const made = [];
  for (const [index, { sheet }] of sheets.entries()) {
    const { title, type, year, description, courseCode, resourceType, paperYear, exam } = sheet;
    const category = categories.find(({ slug }) => slug === sheet.category);
    if (!category) continue;
    const bytes = await sheet.make();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(uploads, sha256), bytes);
    made.push({
      title,
      description,
      categoryId: category.id,
      year,
      courseCode,
      resourceType,
      paperYear,
      exam,
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
  return typeof (await render({ kind, source, target, ...size })) !== "number";
}
