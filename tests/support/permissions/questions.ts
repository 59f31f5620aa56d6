import type { Row } from "./row.ts";

const body = "Take *Optimisation*: it explains the rest.";
const asked = {
  title: "Which elective goes with networks? ({count})",
  body: "I am in my third year and have *one* slot left.",
  tags: ["electives"],
};

export const questions: Row[] = [
  ["list questions", "GET /api/questions", "401 200 200 200 200 200"],
  ["find similar questions", "GET /api/questions/similar?title=elective", "401 200 200 200 200 200"],
  ["find members to ask", "GET /api/questions/helpers?tags=python", "401 200 200 200 200 200"],
  ["list tags", "GET /api/tags", "401 200 200 200 200 200"],
  ["ask a question", "POST /api/questions", "401 201 201 201 403 403", asked],
  ["ask anonymously", "POST /api/questions", "401 201 201 201 403 403", { ...asked, isAnonymous: true }],
  ["read a question", "GET /api/questions/{question}", "401 200 200 200 200 200"],
  ["read a hidden question", "GET /api/questions/{hiddenQuestion}", "401 404 200 200 200 200"],
  ["change a question", "PUT /api/questions/{question}", "401 403 200 200 403 403", { tags: ["new"] }],
  ["delete a question", "DELETE /api/questions/{question}", "401 403 204 204 204 403"],
  ["delete an answered question", "DELETE /api/questions/{answered}", "401 403 409 204 409 403"],
  ["list answers", "GET /api/questions/{answered}/answers", "401 200 200 200 200 200"],
  ["answer a question", "POST /api/questions/{question}/answers", "401 201 201 201 403 403", { body }],
  [
    "answer a locked question",
    "POST /api/questions/{lockedQuestion}/answers",
    "401 409 409 409 403 403",
    { body },
  ],
  ["change an answer", "PUT /api/answers/{answer}", "401 403 200 200 403 403", { body }],
  ["delete an answer", "DELETE /api/answers/{answer}", "401 403 204 204 204 403"],
  [
    "accept an answer",
    "PUT /api/questions/{answered}/accepted",
    "401 403 404 403 403 403",
    { answerId: "0" },
  ],
  ["take an acceptance back", "DELETE /api/questions/{answered}/accepted", "401 403 204 403 403 403"],
  ["vote for a question", "PUT /api/questions/{question}/vote", "401 200 403 200 403 403", {}],
  ["take a vote for a question back", "DELETE /api/questions/{question}/vote", "401 200 403 200 403 403"],
  ["vote for an answer", "PUT /api/answers/{answer}/vote", "401 200 403 200 403 403", {}],
  ["take a vote for an answer back", "DELETE /api/answers/{answer}/vote", "401 200 403 200 403 403"],
  ["follow a question", "PUT /api/questions/{question}/follow", "401 200 200 200 200 403", {}],
  ["stop following a question", "DELETE /api/questions/{question}/follow", "401 200 200 200 200 403"],
  ["comment on a question", "POST /api/questions/{question}/comments", "401 201 201 201 403 403", { body }],
  ["comment on an answer", "POST /api/answers/{answer}/comments", "401 201 201 201 403 403", { body }],
  ["delete a comment", "DELETE /api/comments/{comment}", "401 403 204 204 204 403"],
];
