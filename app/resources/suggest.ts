import { examLabels, type exams, firstPaperYear, offerTitle, resourceTypeLabels } from "./rules.ts";

/** The fields that a file may suggest. */
export const suggestedNames = ["title", "resourceType", "courseCode", "paperYear", "exam"] as const;

/** What a file's name and its first page say about it, as values of the form's fields. */
export interface Suggestion {
  name: (typeof suggestedNames)[number];
  value: string;
  /** The value as the form shows it. */
  shown: string;
}

/** Words before a number that is not a course's. */
const notCourses =
  /^(?:unit|page|year|part|quiz|exam|sem|time|marks?|max|may|june?|july?|aug|sept?|oct|nov|dec|jan|feb|mar|apr|batch|set|code|no|room|version)$/i;
const course = /(?<![\p{L}\p{N}])(\p{Lu}{2,4})[ -]?(\d{3,4}\p{Lu}?)(?![\p{L}\p{N}])/gu;
const examWords: [RegExp, (typeof exams)[number]][] = [
  [/\bmid[ -]?(?:sem|term)|\bminor\b|\bsessional|\bmst\b/i, "mid-term"],
  [/\bend[ -]?(?:sem|term)|\bmajor exam|\bfinal exam|\bese\b/i, "end-term"],
  [/\bquiz/i, "quiz"],
];
const paperWords = /\b(?:question paper|past paper|paper|pyqs?|examination)\b/i;

function findCourse(text: string): string | undefined {
  for (const [, letters = "", digits = ""] of text.matchAll(course)) {
    const isYear = /^(?:19|20)\d\d$/.test(digits);
    if (!notCourses.test(letters) && !isYear) return letters + digits;
  }
  return undefined;
}

const findYear = (text: string, thisYear: number): string | undefined =>
  text
    .match(/(?<!\d)(?:19|20)\d\d(?!\d)/g)
    ?.find((year) => Number(year) >= firstPaperYear && Number(year) <= thisYear);

const findExam = (text: string) => examWords.find(([words]) => words.test(text))?.[1];

/** @param firstPage the text of the first page, if it is known */
export function suggest(fileName: string, thisYear: number, firstPage = ""): Suggestion[] {
  const stem = offerTitle(fileName);
  const texts = [stem, firstPage.slice(0, 2_000)];
  const first = <Value>(find: (text: string) => Value | undefined) =>
    texts.map(find).find((value) => value !== undefined);
  const exam = first(findExam);
  const isPaper = exam !== undefined || texts.some((text) => paperWords.test(text));
  const code = first((text) => findCourse(text)) ?? findCourse(stem.toUpperCase());
  const year = isPaper ? first((text) => findYear(text, thisYear)) : undefined;
  const title = firstPage.split("\n").find((line) => /\p{L}{3}/u.test(line) && line.length <= 100);
  return [
    ...(title ? [{ name: "title", value: title, shown: title } as const] : []),
    ...(isPaper
      ? [{ name: "resourceType", value: "past-paper", shown: resourceTypeLabels["past-paper"] } as const]
      : []),
    ...(code ? [{ name: "courseCode", value: code, shown: code } as const] : []),
    ...(year ? [{ name: "paperYear", value: year, shown: year } as const] : []),
    ...(exam ? [{ name: "exam", value: exam, shown: examLabels[exam] } as const] : []),
  ];
}
