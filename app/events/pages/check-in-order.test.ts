import { expect, test } from "vitest";
import { byName } from "./check-in/check-in-queue.ts";

test("the list has the same order as the database, also with accents and other scripts", () => {
  // The database orders by "name collate nocase, id".
  const names = [
    "_x",
    "Anna",
    "anna",
    "emil",
    "olaf",
    "zara",
    "Zoë",
    "Ängela",
    "Émile",
    "Ölaf",
    "ärzte",
    "ñandú",
    "आशा",
  ];
  const people = names.map((name, index) => ({ id: String(index + 5), name }));
  expect(people.toReversed().sort(byName)).toEqual(people);
});
