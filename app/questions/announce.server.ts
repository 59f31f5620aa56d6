import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { questionRoom } from "./texts.ts";

export function announceAnswer(questionId: number, answerId: number): void {
  const data = { questionId: String(questionId), answerId: String(answerId) };
  hub.sendToRoom(questionRoom(questionId), encodeFrame({ event: "question:answer", data }));
}
