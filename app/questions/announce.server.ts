import { encodeFrame, hub } from "../realtime/hub.server.ts";
import { questionRoom } from "../schemas/question-texts.ts";

/** What happened to a question and to those who follow it. */
type QuestionEvent =
  | { kind: "answered" | "accepted"; questionId: number; answerId: number }
  | { kind: "commented"; questionId: number; commentId: number };

/** Tells what happened, after the commit: those who look at the question hear of a new answer. */
export function announce(event: QuestionEvent): void {
  if (event.kind !== "answered") return;
  const data = { questionId: String(event.questionId), answerId: String(event.answerId) };
  hub.sendToRoom(questionRoom(event.questionId), encodeFrame({ event: "question:answer", data }));
}
