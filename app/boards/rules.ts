import type { BoardKind } from "#db/vocabulary.ts";

export const boardRules = {
  title: 120,
  body: 20_000,
  keepers: 5,
  rows: 200,
  columns: 20,
  remark: 200,
} as const;

export const boardKindLabels: Record<BoardKind, string> = {
  timetable: "Timetable",
  exams: "Exam dates",
  menu: "Mess menu",
  bus: "Bus",
  contacts: "Contacts",
};

export const boardIcons: Record<BoardKind, string> = {
  timetable: "clock",
  exams: "target",
  menu: "bowl",
  bus: "bus",
  contacts: "book",
};

export const boardTexts = {
  titleMissing: "Title is required",
  kindMissing: "Choose what it is about",
  bodyMissing: "Text is required",
  untilWrong: "Must be a date such as 2030-12-31",
  manyRows: `A table can have at most ${boardRules.rows} rows. Split it into several boards.`,
  manyColumns: `A table can have at most ${boardRules.columns} columns.`,
  manyKeepers: `At most ${boardRules.keepers} members can keep a board.`,
  keepersWrong: "Must be a list of members' ids",
  keeperGone: "One of these keepers is not an active member here. Choose somebody else.",
  full: "There are 50 boards already. Delete one that nobody needs first.",
  notCreator: "Only announcers and administrators create boards.",
  notKeeper: "Only its keepers and administrators can change this board.",
  notYours: "Only its creator and administrators can delete this board.",
  noVersion: "There is no such version, or it has been deleted.",
  gone: "There is no such board.",
  tooMany: "You've changed boards often in the last hour. Please continue later.",
  loadFailed: "Failed to load boards",
  createFailed: "Failed to create the board",
  editFailed: "Failed to save your changes",
  remarkMissing: "Say what is wrong",
  remarkHint: "Only its keepers and administrators read it, with your name.",
  manyRemarks: "You've sent ten remarks today. Please continue tomorrow.",
  fullRemarks: "Its keepers have many remarks to read already. Please try again later.",
  remarked: "Thank you. Its keepers can read it now.",
  confirmed: "Thank you. The board shows that now.",
  remarksDone: "The remarks are removed.",
  pinned: "Pinned. Its row of the day is on your home page.",
  unpinned: "The board is no longer pinned.",
  actFailed: "That couldn't be saved. Please try again.",
  loggedOut: "You've been logged out. Please log in again.",
  public: "Everybody can read this, including guests. Write a phone number only if its owner agrees.",
  tableHint:
    "A table has a line for each row, with | between its cells and | --- | --- | below the first line.",
} as const;
