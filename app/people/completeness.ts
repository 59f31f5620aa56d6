interface Fillable {
  avatarFile: string | null;
  skills: string[];
  branch: string | null;
  location: string | null;
  company: string | null;
  position: string | null;
}

/**
 * The parts that make a profile useful to others, most useful first, with the reason. Marks and private details other
 * than the location are left out.
 */
const steps: { name: keyof Fillable; reason: string; label: string; noun: string; isForAlumni?: true }[] = [
  {
    name: "skills",
    reason: "People who need your skills can find you.",
    label: "Add skills",
    noun: "skills",
  },
  {
    name: "company",
    reason: "Juniors look for someone where you work.",
    label: "Add your company",
    noun: "your company",
    isForAlumni: true,
  },
  {
    name: "position",
    reason: "Your position tells others what to ask you.",
    label: "Add your position",
    noun: "your position",
    isForAlumni: true,
  },
  {
    name: "branch",
    reason: "Others in your branch recognize you by it.",
    label: "Add your branch",
    noun: "your branch",
  },
  {
    name: "avatarFile",
    reason: "A face makes the first message easier.",
    label: "Add a picture",
    noun: "a picture",
  },
  {
    name: "location",
    reason: "Someone nearby may want to meet.",
    label: "Add your location",
    noun: "your location",
  },
];

const listFormat = new Intl.ListFormat("en");
const numberWords = ["no", "one", "two", "three", "four", "five", "six"];

/**
 * How much of a profile is filled in, what is missing, a sentence that asks for it, and what to add next: the field, a
 * friendly reason and the action's label.
 */
export function describeCompleteness(row: Fillable, alumni: boolean) {
  const applicable = steps.filter(({ isForAlumni }) => alumni || !isForAlumni);
  const missing = applicable.filter(({ name }) => (row[name] ?? "").length === 0);
  const [next] = missing;
  return {
    done: applicable.length - missing.length,
    total: applicable.length,
    request: describeRequest(missing.length),
    missing: listFormat.format(missing.map(({ noun }) => noun)),
    next: next ? { field: next.name, reason: next.reason, label: next.label } : null,
  };
}

const describeRequest = (count: number) =>
  count === 0
    ? "Others can find you"
    : `Add ${numberWords[count]} ${count === 1 ? "thing" : "things"} so that others can find you`;
