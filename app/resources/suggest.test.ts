import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const of = (fileName: string, firstPage?: string) =>
  Object.fromEntries(suggest(fileName, 2026, firstPage).map(({ name, value }) => [name, value]));

test.each([
  [
    "PH101_midsem_2024.pdf",
    { courseCode: "PH101", paperYear: "2024", exam: "mid-term", resourceType: "past-paper" },
  ],
  [
    "cs 201 end-sem 2019.pdf",
    { courseCode: "CS201", paperYear: "2019", exam: "end-term", resourceType: "past-paper" },
  ],
  ["Quiz 2 ME-204.pdf", { courseCode: "ME204", exam: "quiz", resourceType: "past-paper" }],
  ["question paper 2030.pdf", { resourceType: "past-paper" }],
  ["notes 2024.pdf", {}],
  ["UNIT 101.pdf", {}],
  ["May 2019.pdf", {}],
])("the name %s suggests %j", (name, found) => expect(of(name)).toEqual(found));

test("the first page suggests what the name does not", () => {
  expect(of("scan.pdf", "Data Structures\nCS 201 End-semester examination 2023\nTime: 3 hours")).toEqual({
    title: "Data Structures",
    courseCode: "CS201",
    paperYear: "2023",
    exam: "end-term",
    resourceType: "past-paper",
  });
  expect(of("PH101 quiz.pdf", "CS 201 Mid term")).toMatchObject({ courseCode: "PH101", exam: "quiz" });
  expect(of("scan.pdf", "1\n2\n\n")).toEqual({});
});
