import type { AnswerRow, QuestionRow } from "../read.server.ts";

const iso = (moment: number) => new Date(moment).toISOString();
const person = (name: string) => ({ "@type": "Person", name });

const toAnswer = (answer: AnswerRow, url: string) => ({
  "@type": "Answer",
  text: answer.body,
  url: `${url}#answer-${answer.id}`,
  upvoteCount: answer.votes,
  dateCreated: iso(answer.answeredAt),
  author: person(answer.authorName),
});

/** A question as schema.org's QAPage for search engines: JSON that is safe inside a script element. */
export function serializeQaPage(question: QuestionRow, answers: AnswerRow[], url: string): string {
  const [accepted] = answers.filter((answer) => answer.accepted);
  const page = {
    "@context": "https://schema.org",
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      name: question.title,
      text: question.body,
      url,
      answerCount: question.answers,
      upvoteCount: question.votes,
      dateCreated: iso(question.askedAt),
      author: person(question.authorName),
      acceptedAnswer: accepted && toAnswer(accepted, url),
      suggestedAnswer: answers.filter((answer) => !answer.accepted).map((answer) => toAnswer(answer, url)),
    },
  };
  return JSON.stringify(page).replaceAll("<", "\\u003c");
}
