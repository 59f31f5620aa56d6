import type { Member } from "./people.ts";

export interface PostBody {
  id: string;
  body: string;
  html: string;
  author: { id: string | null; name: string };
  own: boolean;
  votes: number;
  voted: boolean;
  comments: {
    id: string;
    body: string;
    author: { id: string | null; name: string };
    own: boolean;
    at: string;
  }[];
}
export interface QuestionBody extends PostBody {
  title: string;
  slug: string;
  tags: string[];
  isAnonymous: boolean;
  askedAt: string;
  editedAt: string | null;
  answers: number;
  acceptedAnswerId: string | null;
  following: boolean;
  isLocked: boolean;
  isHidden: boolean;
}

/** The body of a question by the API. */
export const question = {
  title: "Which elective goes well with machine learning?",
  body: "I am in my third year and have *one* slot left.",
  tags: ["electives", "machine-learning"],
};

let count = 0;

/** Asks a question with a unique title. @throws if it is refused */
export async function ask(member: Member, more: Record<string, unknown> = {}): Promise<QuestionBody> {
  const title = `${question.title} (${++count})`;
  const { status, body } = await member.call("POST", "/api/questions", { ...question, title, ...more });
  if (status !== 201) throw new Error(`asking: ${status} ${JSON.stringify(body)}`);
  return (body as { data: QuestionBody }).data;
}

/** @throws when it is refused */
export async function answer(
  member: Member,
  questionId: string,
  text = "Take *Optimisation*.",
): Promise<PostBody> {
  const { status, body } = await member.call("POST", `/api/questions/${questionId}/answers`, { body: text });
  if (status !== 201) throw new Error(`answering: ${status} ${JSON.stringify(body)}`);
  return (body as { data: PostBody }).data;
}

/** @param of such as `questions/7` or `answers/7` */
export async function comment(
  member: Member,
  of: string,
  text = "Does it need linear algebra?",
): Promise<string> {
  const { status, body } = await member.call("POST", `/api/${of}/comments`, { body: text });
  if (status !== 201) throw new Error(`commenting: ${status} ${JSON.stringify(body)}`);
  return (body as { data: { id: string } }).data.id;
}

export const readQuestion = async (member: Member, id: string): Promise<QuestionBody> =>
  ((await member.get(`/api/questions/${id}`)).body as { data: QuestionBody }).data;
