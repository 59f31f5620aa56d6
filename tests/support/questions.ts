import type { Answer, Question } from "./api-types.ts";
import type { Member } from "./people.ts";

/** The body of a question for the API. */
export const question = {
  title: "Which elective goes well with machine learning?",
  body: "I am in my third year and have *one* slot left.",
  tags: ["electives", "machine-learning"],
};

let count = 0;

/** Asks a question with a unique title. @throws if it is refused */
export async function ask(member: Member, more: Record<string, unknown> = {}): Promise<Question> {
  const title = `${question.title} (${++count})`;
  const { status, body } = await member.call("POST", "/api/questions", { ...question, title, ...more });
  if (status !== 201) throw new Error(`asking: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** @throws when it is refused */
export async function answer(
  member: Member,
  questionId: string,
  text = "Take *Optimisation*.",
): Promise<Answer> {
  const { status, body } = await member.call("POST", `/api/questions/${questionId}/answers`, { body: text });
  if (status !== 201) throw new Error(`answering: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** @param of such as `questions/7` or `answers/7` */
export async function comment(
  member: Member,
  of: `${"questions" | "answers"}/${string}`,
  text = "Does it need linear algebra?",
): Promise<string> {
  const { status, body } = await member.call("POST", `/api/${of}/comments`, { body: text });
  if (status !== 201) throw new Error(`commenting: ${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

export const readQuestion = async (member: Member, id: string): Promise<Question> =>
  (await member.get(`/api/questions/${id}`)).body.data;
