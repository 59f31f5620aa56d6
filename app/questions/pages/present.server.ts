import { excerptOf } from "#app/notices/texts.server.ts";
import { type PersonRow, presentAlias, presentName, presentPerson } from "#app/people/person.server.ts";
import { formatDateTime, timeAgo } from "#app/platform/time/time.server.ts";
import type { QuestionReader } from "#db/scopes/questions.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { toPlainText } from "../markdown.server.ts";
import type { AnswerRow, CommentRow, QuestionRow } from "../read.server.ts";
import { questionPath } from "../slug.ts";
import type { ListedQuestion } from "./question-row.tsx";

const count = (number: number, one: string, many: string) =>
  number === 0 ? `no ${many}` : number === 1 ? `1 ${one}` : `${number} ${many}`;

export function countAnswers({ answers, acceptedAnswerId }: QuestionRow): string {
  const text = count(answers, "answer", "answers");
  if (acceptedAnswerId === null) return text;
  return `${text}, ${answers === 1 ? "" : "one "}accepted`;
}

interface Author {
  authorName: string;
  /** Null for an author with an alias. */
  author: PersonRow | null;
  aliasLetter: string | null;
}

function presentAuthor({ authorName, author, aliasLetter }: Author, reader: QuestionReader) {
  if (!author) return presentAlias(authorName, aliasLetter ?? "");
  return reader ? presentPerson(author) : presentName(authorName);
}

/** @param bestAnswer in Markdown */
export const presentListed = (
  question: QuestionRow,
  reader: QuestionReader,
  bestAnswer?: string,
): ListedQuestion => ({
  id: question.id,
  href: questionPath(question),
  title: question.title,
  tags: question.tags.split(" "),
  author: presentAuthor(question, reader),
  ago: timeAgo(question.askedAt),
  answers: question.answers,
  isAccepted: question.acceptedAnswerId !== null,
  votes: question.votes,
  bestAnswer: bestAnswer === undefined ? null : excerptOf(toPlainText(bestAnswer)),
});

interface Post extends Author {
  id: number;
  own: boolean;
  hiddenReason: string | null;
}

/** The fields that a question, an answer and a comment on the page have in common. */
const presentPost = (kind: PostKind, post: Post, at: number, reader: QuestionReader) => ({
  key: `${kind}-${post.id}`,
  kind,
  id: String(post.id),
  author: presentAuthor(post, reader),
  ago: timeAgo(at),
  at: formatDateTime(at),
  own: post.own,
  hiddenReason: post.hiddenReason,
});

const presentComment = (comment: CommentRow, reader: QuestionReader) => ({
  ...presentPost("comment", comment, comment.createdAt, reader),
  body: comment.body,
  thanks: { count: comment.thanks, own: comment.ownThanks },
});

const presentText = (post: { html: string; editedAt: number | null; votes: number; voted: boolean }) => ({
  html: post.html,
  edited: post.editedAt === null ? null : timeAgo(post.editedAt),
  votes: count(post.votes, "vote", "votes"),
  voted: post.voted,
});

export const presentAnswer = (answer: AnswerRow, comments: CommentRow[], reader: QuestionReader) => ({
  ...presentPost("answer", answer, answer.answeredAt, reader),
  ...presentText(answer),
  thanks: { count: answer.votes, own: answer.ownThanks },
  accepted: answer.accepted,
  comments: comments
    .filter(({ answerId }) => answerId === answer.id)
    .map((comment) => presentComment(comment, reader)),
});

export const presentQuestion = (question: QuestionRow, comments: CommentRow[], reader: QuestionReader) => ({
  ...presentPost("question", question, question.askedAt, reader),
  ...presentText(question),
  title: question.title,
  tags: question.tags.split(" "),
  path: questionPath(question),
  answers: question.answers,
  answersText: count(question.answers, "answer", "answers"),
  isLocked: question.lockedAt !== null,
  isHidden: question.hiddenAt !== null,
  following: question.following,
  isAnonymous: question.isAnonymous,
  comments: comments.map((comment) => presentComment(comment, reader)),
});

export type PresentedComment = ReturnType<typeof presentComment>;
export type PresentedAnswer = ReturnType<typeof presentAnswer>;
export type PresentedQuestion = ReturnType<typeof presentQuestion>;
