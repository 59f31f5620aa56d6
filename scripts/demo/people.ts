import { hash } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { hashPassword } from "#app/account/password-hash.server.ts";
import { getAlumniYear } from "#app/people/study-status.server.ts";
import { images, sessions, users } from "#db/index.ts";
import { audiences } from "#db/vocabulary.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import { today } from "../../app/platform/time/time.server.ts";
import type { Demo } from "./demo.ts";
import { demoLogIns, demoPassword } from "./log-ins.ts";
import { type Company, companies } from "./openings.ts";
import texts from "./people.json" with { type: "json" };

const { firstNames, lastNames, commonSkills, cities } = texts;
/** The subjects of a branch and the employers of its alumni. */
const branches = texts.branches as unknown as Record<string, { skills: string[]; work: [Company, string][] }>;

const genders = ["Female", "Male", "Non-binary", null];
/** One of this many members has a picture. */
const pictureEvery = 5;

const count = 66;

/** 66 members in five batch years, with one password. */
export async function seedPeople(demo: Demo): Promise<void> {
  const { db, pick, random, now } = demo;
  const passwordHash = await hashPassword(demoPassword, { address: "", account: "" });
  // The batch that graduates next. Earlier ones are alumni.
  const nextBatch = getAlumniYear(today(now));
  const rows = Array.from({ length: count }, (_, index) => {
    const named = demoLogIns[index];
    const firstName = named?.firstName ?? firstNames[index % firstNames.length] ?? "";
    const lastName = named?.lastName ?? lastNames[(index * 7) % lastNames.length] ?? "";
    const batchYear = named?.role === "student" ? nextBatch + 1 : nextBatch - 2 + ((index + 3) % 5);
    const branch = pick(Object.keys(branches));
    const { skills, work } = branches[branch] ?? { skills: [], work: [] };
    const [company, position] = batchYear < nextBatch ? pick(work) : [];
    return {
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      email: named?.email ?? `${firstName}.${lastName}.${index}@demo.example`.toLowerCase(),
      emailConfirmedAt: now,
      isAdmin: named?.role === "administrator",
      isModerator: index === demoLogIns.length,
      passwordHash,
      phone: `+91 98${String(10_000_000 + index * 7919).slice(0, 8)}`,
      batchYear,
      skills: [...new Set([pick(skills), pick(skills), pick(commonSkills)])],
      branch,
      roll: `Q${String(batchYear).slice(2)}-${String(100 + index)}`,
      location: pick(cities),
      cgpa: Math.round((6 + random() * 3.9) * 100) / 100,
      birthday: `${batchYear - 22}-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + ((index * 5) % 28)).padStart(2, "0")}`,
      gender: genders[index % genders.length] ?? null,
      // Most members keep the defaults.
      ...(index % 3 === 0 && {
        phoneTo: pick(audiences),
        rollTo: pick(audiences),
        cgpaTo: pick(audiences),
        birthdayTo: pick(audiences),
        genderTo: pick(audiences),
        locationTo: pick(audiences),
      }),
      company: company ? companies[company][0] : null,
      position: position ?? null,
      // Most joined long ago, a few this week.
      createdAt: now - Math.round(400 * (1 - index / count) ** 2 * dayMs),
    };
  });
  demo.members = (await db.insert(users).values(rows).returning()).map((row) => ({
    ...row,
    batchYear: row.batchYear ?? nextBatch,
  }));
  await db.insert(sessions).values(
    demo.members.slice(demoLogIns.length).map(({ id }, index) => ({
      tokenHash: hash("sha256", `demo ${id}`),
      userId: id,
      kind: "browser" as const,
      createdAt: now - 8 * dayMs,
      lastUsedAt: now - Math.round(((index * 37) % 100) * 0.09 * dayMs),
    })),
  );
  for (const [index, { id }] of demo.members.entries()) {
    if (index % pictureEvery === 1) await drawPicture(demo, id, index);
  }
}

const grounds = ["#15527A", "#2F6F62", "#7A4B8C", "#A0522B", "#4B5FA8", "#93406B"];

/** Draws a person and stores both sizes, like an uploaded picture. */
async function drawPicture({ db, storage, now }: Demo, userId: number, index: number): Promise<void> {
  const ground = grounds[index % grounds.length];
  const [lean, hair] = [(index * 13) % 30, 60 + ((index * 29) % 40)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="${ground}"/><path d="M30 240c0-70 40-90 ${90 - lean / 3}-90s90 20 90 90z" fill="#F2B33D"/><circle cx="120" cy="102" r="46" fill="#FBF9F4"/><path d="M72 104c-6-${hair} 20-72 48-72s54 12 48 72c-10-30-30-38-48-38s-38 8-48 38z" fill="#17202E"/></svg>`;
  const id = `00000000-0000-4000-9000-${String(index).padStart(12, "0")}`;
  const draw = (edge: number, ending: string) =>
    sharp(Buffer.from(svg))
      .resize(edge)
      .webp({ quality: 72 })
      .toFile(join(storage, "uploads", `${id}${ending}.webp`));
  const { size: bytes } = await draw(240, "");
  await draw(112, "-small");
  const file = `${id}.webp`;
  await db.insert(images).values({ file, bytes, userId, createdAt: now });
  await db.update(users).set({ avatarFile: file }).where(eq(users.id, userId));
}
