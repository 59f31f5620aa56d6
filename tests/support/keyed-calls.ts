import { board } from "./boards.ts";
import { experience } from "./experiences.ts";
import { requestText } from "./mentoring.ts";
import { event, job, type Member } from "./people.ts";
import { question } from "./questions.ts";
import { dayIn } from "./time.ts";
import type { Answer } from "./visitor.ts";

/** A pixel: PNG, 1 by 1. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** For Asha's batch, so the caller must be an announcer there. */
const announcement = {
  text: "The lathe room opens on Monday.",
  batchYear: 2027,
  until: dayIn(7),
};

type Body = Record<string, unknown> | { file: Buffer; name: string; fields: Record<string, string> };

/** Each call that accepts an `Idempotency-Key`: its path, the table it inserts into, and a body. */
export const keyedCalls = (
  questionId: string,
  mentorId: string,
): [path: string, table: string, body: Body][] => [
  ["/api/jobs", "jobs", job],
  ["/api/events", "events", event],
  ["/api/mentoring", "mentorings", { userId: mentorId, topic: "firmware", text: requestText }],
  ["/api/announcements", "announcements", announcement],
  ["/api/experiences", "experiences", experience],
  ["/api/boards", "boards", board],
  ["/api/questions", "questions", question],
  [
    `/api/questions/${questionId}/answers`,
    "answers",
    { body: "By hand, with a small saw.", isAnonymous: false },
  ],
  [`/api/questions/${questionId}/comments`, "comments", { body: "Which saw do you mean?" }],
  ["/api/uploads", "images", { file: pixel, name: "pixel.png", fields: {} }],
  [
    "/api/resources",
    "resources",
    {
      file: Buffer.from("How a lathe works."),
      name: "lathe.txt",
      fields: { title: "Lathes, unit 1", categoryId: "1", year: "2" },
    },
  ],
];

/** Sends the call, with its path as the key. */
export function keyedCall(member: Member, path: string, body: Body): Promise<Answer> {
  const headers = { "Idempotency-Key": `of${path}` };
  if (!Buffer.isBuffer(body.file)) return member.call("POST", path, body, headers);
  const { file, name, fields } = body as Extract<Body, { file: Buffer }>;
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  form.append("file", new Blob([new Uint8Array(file)]), name);
  return member.call("POST", path, form, headers);
}
