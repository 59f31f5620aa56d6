import { suggestedIndustries, suggestedLocations } from "#app/schemas/job-labels.ts";
import { jobs } from "#db/index.ts";
import { applicationMethods, opportunityTypes, workplaceTypes } from "#db/vocabulary.ts";
import type { Demo } from "./demo.ts";

const work = [
  [
    "Firmware intern, motor control",
    "Write and test the control loops of small robots, on a bench of your own.",
  ],
  [
    "Data analyst, public transport",
    "Find out where the buses are late and why, with eight years of ticket data.",
  ],
  [
    "Content writer for a science magazine",
    "Twelve hundred words a month for readers who like to know how things work.",
  ],
  ["Backend engineer, payments", "Keep small shops paid on time: queues, ledgers and very few surprises."],
  ["Structural design trainee", "Sit with the people who check bridges, and learn to check one."],
  ["Product designer, learning apps", "Draw, test and throw away, until a ten-year-old needs no help."],
  [
    "Machine learning engineer, crop health",
    "Pictures of leaves in, advice for farmers out, on a phone without network.",
  ],
  ["Volunteer tutor, evening school", "Mathematics for grade eight, two evenings a week, tea included."],
  ["Embedded Linux developer", "Bring up boards, write drivers, and explain both to the next intern."],
  [
    "Research assistant, water quality",
    "Field days on the river, lab days with the samples, one paper by spring.",
  ],
];
const companies = [
  ["Northlight Robotics", "Small robots for narrow rooms."],
  ["Samaya Transit Lab", "Timetables that keep their word."],
  ["Kite & Lantern Press", "Science for curious readers."],
  ["Banyan Ledger", "Accounts for shops with one till."],
  ["Orbital Loom", "Textiles, measured from above."],
  ["Tidepool Systems", "Sensors that like salt water."],
];
const skills = [
  "Python",
  "C",
  "SQL",
  "Writing",
  "Figma",
  "Linux",
  "Statistics",
  "AutoCAD",
  "Teaching",
  "TypeScript",
];
const contacts = ["Ila Rao", "Tomas Pinto", "Rehana Qadir", "Gopal Hazra"];

/** 44 jobs of every kind: open and closed, with and without a salary, with every way to apply. */
export async function seedJobs({ db, members, pick, random, now }: Demo): Promise<void> {
  const day = 86_400_000;
  const inDays = (days: number) => new Date(now + days * day).toISOString().slice(0, 10);
  const rows = Array.from({ length: 44 }, (_, index) => {
    const [title = "", description = ""] = work[index % work.length] ?? [];
    const [companyName = "", companyDescription = ""] = companies[(index * 5) % companies.length] ?? [];
    const domain = `${companyName.toLowerCase().replace(/[^a-z]+/g, "-")}.example`;
    const opportunityType = opportunityTypes[index % opportunityTypes.length] ?? "full-time";
    const applicationMethod = applicationMethods[index % 5 === 4 ? 2 : index % 2] ?? "website";
    const monthly = opportunityType === "internship" || opportunityType === "part-time";
    const base = monthly
      ? 15_000 + Math.round(random() * 20) * 1_000
      : 500_000 + Math.round(random() * 20) * 50_000;
    const paid = opportunityType !== "volunteer" && index % 4 !== 3;
    return {
      postedBy: pick(members).id,
      postedAt: now - (44 - index) * (day / 2) - 3 * 3_600_000,
      closedAt: index % 11 === 5 ? now - day : null,
      opportunityType,
      workplaceType: workplaceTypes[index % workplaceTypes.length] ?? "on-site",
      title,
      locations: [...new Set([pick(suggestedLocations), pick(suggestedLocations)])].slice(0, 1 + (index % 2)),
      industry: pick(suggestedIndustries),
      salaryCurrency: "INR" as const,
      salaryType: monthly ? ("per month" as const) : ("per year" as const),
      salaryMin: paid && index % 3 !== 1 ? base : null,
      salaryMax: paid ? Math.round(base * 1.4) : null,
      description: `${description}\n\nYou work with a small team that answers questions. The first two weeks are for looking around; after that, something of yours is in use.`,
      requiredSkills: [...new Set([pick(skills), pick(skills), pick(skills)])],
      minExperience: monthly ? null : index % 4,
      maxExperience: monthly ? null : (index % 4) + 3,
      education: monthly ? "Any branch, third year or later" : "B.Tech in any branch",
      deadline: index % 3 === 0 ? inDays(10 + index) : index % 13 === 7 ? inDays(-2) : null,
      applicationMethod,
      applicationLink: applicationMethod === "website" ? `https://${domain}/jobs/${index}` : null,
      applicationEmail: applicationMethod === "email" ? `jobs@${domain}` : null,
      companyName,
      companyWebsite: `https://${domain}`,
      companyDescription,
      contactName: pick(contacts),
      contactEmail: `people@${domain}`,
      contactPhone: index % 2 ? "+91 98200 00000" : null,
    };
  });
  // In several statements: SQLite takes a bounded number of values at once.
  for (let from = 0; from < rows.length; from += 11)
    await db.insert(jobs).values(rows.slice(from, from + 11));
}
