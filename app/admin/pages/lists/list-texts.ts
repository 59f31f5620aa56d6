/** The lists that administrators edit, by the last part of their addresses. */
export const listTexts = {
  programmes: {
    title: "Programmes",
    note: "What the college teaches",
    noun: "programme",
    intro:
      "What the college teaches, and how many years each programme takes. A new length takes effect at once. Members without a programme count as members of the first. New members can't choose a hidden programme.",
    things: ["member", "members"],
  },
  categories: {
    title: "Categories",
    note: "Of the resource hub",
    noun: "category",
    intro:
      "The categories of the resource hub. A hidden category accepts no uploads, and its notes stay where they are.",
    things: [
      "note, counting deleted ones that can still be restored",
      "notes, counting deleted ones that can still be restored",
    ],
  },
  branches: {
    title: "Branches",
    note: "What forms suggest",
    noun: "branch",
    intro:
      "The branches that forms suggest first, before those that members have typed. A hidden branch is not suggested.",
    things: ["member", "members"],
  },
} as const;

export type ListName = keyof typeof listTexts;

export const isListName = (name: string | undefined): name is ListName =>
  name !== undefined && Object.hasOwn(listTexts, name);

export const listLabels = { name: "Name", years: "Years", description: "Description" } as const;
