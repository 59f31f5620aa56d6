import { hashPassword } from "#app/auth/password-hash.server.ts";
import { users } from "#db/index.ts";
import type { Demo } from "./demo.ts";
import { demoLogIns, demoPassword } from "./log-ins.ts";

const firstNames = [
  "Aarav",
  "Aditi",
  "Ananya",
  "Arjun",
  "Bhavna",
  "Charu",
  "Deepak",
  "Esha",
  "Farhan",
  "Gauri",
  "Harsh",
  "Ishita",
  "Jatin",
  "Kavya",
  "Lakshay",
  "Manya",
  "Nakul",
  "Ojas",
  "Pooja",
  "Qasim",
  "Ritika",
  "Samar",
  "Tara",
  "Uday",
  "Vani",
  "Waris",
  "Yamini",
  "Zoya",
  "Nikhil",
  "Sneha",
  "Tejas",
  "Urvi",
];
const lastNames = [
  "Agarwal",
  "Bhatt",
  "Chawla",
  "Dutta",
  "Fernandes",
  "Ghosh",
  "Hegde",
  "Iyer",
  "Joshi",
  "Kulkarni",
  "Lobo",
  "Menon",
  "Nambiar",
  "Oberoi",
  "Patil",
  "Rathore",
  "Saxena",
  "Thakur",
  "Upadhyay",
  "Wadhwa",
];
const branches = [
  "Computer Science",
  "Electronics",
  "Mechanical Engineering",
  "Civil Engineering",
  "Information Technology",
];
const skills = [
  "Python",
  "C++",
  "TypeScript",
  "SQL",
  "Machine learning",
  "Figma",
  "MATLAB",
  "SolidWorks",
  "Public speaking",
  "Embedded C",
  "Linux",
  "Data structures",
  "React",
  "Technical writing",
  "AutoCAD",
  "Verilog",
];
const cities = ["Bangalore", "Pune", "Delhi", "Hyderabad", "Kochi", "Chennai", "Mumbai"];
const companies = [
  "Northlight Robotics",
  "Samaya Transit Lab",
  "Kite & Lantern Press",
  "Banyan Ledger",
  "Orbital Loom",
];
const positions = ["Engineer", "Analyst", "Designer", "Product manager", "Research associate"];

/** 66 members over five batch years, with one password. */
export async function seedPeople(demo: Demo): Promise<void> {
  const { db, pick, random, now } = demo;
  const passwordHash = await hashPassword(demoPassword);
  const today = new Date(now);
  // The batch that graduates next: those before it are alumni.
  const nextBatch = today.getFullYear() + (today.getMonth() > 5 ? 1 : 0);
  const rows = Array.from({ length: 66 }, (_, index) => {
    const named = demoLogIns[index];
    const firstName = named?.firstName ?? firstNames[index % firstNames.length] ?? "";
    const lastName = named?.lastName ?? lastNames[(index * 7) % lastNames.length] ?? "";
    const batchYear = named?.role === "student" ? nextBatch + 1 : nextBatch - 1 + ((index + 3) % 5);
    const alumni = batchYear < nextBatch;
    return {
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      email: named?.email ?? `${firstName}.${lastName}.${index}@demo.example`.toLowerCase(),
      emailConfirmedAt: now,
      isAdmin: named?.role === "administrator",
      passwordHash,
      phone: `+91 98${String(10_000_000 + index * 7919).slice(0, 8)}`,
      batchYear,
      skills: [...new Set([pick(skills), pick(skills), pick(skills)])],
      branch: pick(branches),
      roll: `Q${String(batchYear).slice(2)}-${String(100 + index)}`,
      location: pick(cities),
      cgpa: Math.round((6 + random() * 3.9) * 100) / 100,
      company: alumni ? pick(companies) : null,
      position: alumni ? pick(positions) : null,
      createdAt: now - (400 - index * 5) * 86_400_000,
    };
  });
  demo.members = (await db.insert(users).values(rows).returning()).map((row) => ({
    ...row,
    batchYear: row.batchYear ?? nextBatch,
  }));
}
