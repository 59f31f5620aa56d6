interface Fillable {
  avatarFile: string | null;
  skills: string[];
  branch: string | null;
  location: string | null;
  company: string | null;
  position: string | null;
}

/** The parts that make a profile useful to others, the most useful first, and why. Marks and private details are nobody's business. */
const steps: { name: keyof Fillable; reason: string; isForAlumni?: true }[] = [
  { name: "skills", reason: "Add a few skills, so that people who need them find you." },
  { name: "company", reason: "Say where you work now. Juniors look for someone there.", isForAlumni: true },
  { name: "position", reason: "Add your position, so that others know what to ask you.", isForAlumni: true },
  { name: "branch", reason: "Add your branch, so that others in it recognize you." },
  { name: "avatarFile", reason: "Add a picture. A face makes the first message easier." },
  { name: "location", reason: "Add your location. Someone nearby may want to meet." },
];

/** How much of a profile is filled in, and what to add next: the field, and a friendly reason. */
export function describeCompleteness(row: Fillable, alumni: boolean) {
  const asked = steps.filter(({ isForAlumni }) => alumni || !isForAlumni);
  const missing = asked.filter(({ name }) => (row[name] ?? "").length === 0);
  const [next] = missing;
  return {
    done: asked.length - missing.length,
    total: asked.length,
    next: next ? { field: next.name, reason: next.reason } : null,
  };
}
