/** The lists that administrators edit, by the last part of their addresses. */
export const listTexts = {
  programmes: {
    title: "Programmes",
    noun: "programme",
    intro:
      "What the college teaches, and in how many years. A changed length counts at once. Members without a programme count as in the first. A hidden one is not offered to new members.",
    things: ["member", "members"],
  },
  categories: {
    title: "Categories",
    noun: "category",
    intro:
      "The shelves of the resource hub. A hidden one takes no uploads, and its notes stay where they are.",
    things: [
      "note, counting deleted ones that can still be restored",
      "notes, counting deleted ones that can still be restored",
    ],
  },
  branches: {
    title: "Branches",
    noun: "branch",
    intro:
      "What forms suggest first as a member's branch, before what other members have typed. A hidden one is not suggested.",
    things: ["member", "members"],
  },
} as const;

export type ListName = keyof typeof listTexts;

export const isListName = (name: string | undefined): name is ListName =>
  name !== undefined && Object.hasOwn(listTexts, name);

export const listLabels = { name: "Name", years: "Years", description: "Description" } as const;
