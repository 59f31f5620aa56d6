import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { attachments } from "#db/index.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import type { Demo } from "./demo.ts";
import { drawEventPicture } from "./event-pictures.ts";
import { pdf } from "./sample-files.ts";

const pin = (x: number, y: number, label: string) =>
  `<circle cx="${x}" cy="${y}" r="7"/><text x="${x}" y="${y - 18}" text-anchor="middle">${label}</text>`;
const pins = ["VCC", "GND", "SCL", "SDA"];
const wires = ["#B3261E", "#17202E", "#F2B33D", "#1F7A4D"];

/** A microcontroller board and a sensor on a desk. */
const wiring = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" font-family="sans-serif" font-size="26">
  <rect width="1200" height="800" fill="#C9B79C"/>
  <g fill="none" stroke-width="9">${wires.map((wire, n) => `<path d="M480 ${250 + n * 90}C640 ${200 + n * 120} 700 ${420 - n * 40} 860 ${300 + n * 64}" stroke="${wire}"/>`).join("")}</g>
  <g transform="rotate(-3 300 400)"><rect x="90" y="130" width="400" height="540" rx="18" fill="#15527A"/><rect x="190" y="300" width="180" height="180" fill="#17202E"/>
  <g fill="#F2B33D">${pins.map((name, n) => pin(460, 250 + n * 90, name)).join("")}</g></g>
  <g transform="rotate(4 960 390)"><rect x="840" y="250" width="260" height="290" rx="14" fill="#7A2E2A"/><circle cx="1000" cy="390" r="62" fill="#17202E"/><circle cx="1000" cy="390" r="30" fill="#556070"/></g>
</svg>`;

const table = (x: number, y: number, name: string, columns: string[]) =>
  `<rect x="${x}" y="${y}" width="330" height="${74 + columns.length * 46}"/><path d="M${x} ${y + 56}h330"/>
   <g fill="#15527A" stroke="none"><text x="${x + 20}" y="${y + 40}" font-weight="bold">${name}</text>${columns.map((column, n) => `<text x="${x + 20}" y="${y + 100 + n * 46}">${column}</text>`).join("")}</g>`;

/** Four tables, drawn by hand on squared paper. */
const schema = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" font-family="cursive, sans-serif" font-size="30">
  <rect width="900" height="1200" fill="#FBF9F4"/><g stroke="#DDE6EE" stroke-width="2">${Array.from({ length: 24 }, (_, n) => `<path d="M0 ${n * 50}h900M${n * 50} 0v1200"/>`).join("")}</g>
  <g transform="rotate(-2 450 600)" fill="none" stroke="#15527A" stroke-width="5" stroke-linejoin="round">
    ${table(80, 120, "students", ["id", "name", "room"])}${table(500, 260, "meals", ["id", "date", "menu_id"])}
    ${table(80, 640, "rebates", ["student_id", "from", "to"])}${table(500, 760, "complaints", ["meal_id", "student_id", "text"])}
    <path d="M245 332v308M410 240h90v130M665 472v288M410 960h90" stroke="#B3261E"/>
  </g>
</svg>`;

/** Attachments by the text of their message. */
const files: Record<string, { name: string; draw: string } | { name: string; lines: string[] }> = {
  "The sensor still doesn't answer on I²C. Any idea?": { name: "wiring.webp", draw: wiring },
  "Like this? The red lines are the keys.": { name: "mess-schema.webp", draw: schema },
  "It's in the structures lab, on top of the cupboard.": {
    name: "bridge.webp",
    draw: drawEventPicture("truss"),
  },
  "Here it is. One page, as you said.": {
    name: "resume.pdf",
    lines: ["Student of the final year", "Projects: a line follower, an attendance app that nobody used"],
  },
};

/** Stores a message's picture or file like an upload. */
export async function seedFile(
  { db, storage }: Demo,
  message: { id: number; content: string; senderId: number; sentAt: number },
): Promise<void> {
  const file = files[message.content];
  if (!file) return;
  const random = createHash("sha256").update(file.name).digest("base64url");
  const isPicture = "draw" in file;
  const stored = `00000000-0000-4000-9000-${String(message.id).padStart(12, "0")}${isPicture ? ".webp" : ""}`;
  const path = (name: string) => join(storage, "uploads", name);
  let made: { size: number; width?: number; height?: number };
  if (isPicture) {
    const drawn = sharp(Buffer.from(file.draw));
    made = await drawn.clone().webp({ quality: 72 }).toFile(path(stored));
    const small = drawn.resize({ width: 560, height: 560, fit: "inside" });
    await small.webp({ quality: 72 }).toFile(path(thumbnailName(stored)));
  } else {
    const bytes = pdf("Resume", file.lines);
    writeFileSync(path(stored), bytes);
    made = { size: bytes.length };
  }
  await db.insert(attachments).values({
    userId: message.senderId,
    token: random.slice(0, 21),
    messageId: message.id,
    address: random.slice(21, 43),
    file: stored,
    name: file.name,
    fileType: isPicture ? "webp" : "pdf",
    size: made.size,
    width: made.width,
    height: made.height,
    createdAt: message.sentAt,
  });
}
