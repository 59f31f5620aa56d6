import { useEffect, useState } from "react";
import { useConnection, useConnectionState, useServerFrames } from "#app/platform/realtime/provider.tsx";
import { questionRoom } from "../texts.ts";

/**
 * The ids of the answers that arrived since the page was loaded.
 * @param loaded the loader's data: the list is cleared when it changes
 * @param shownIds the answers on the page
 */
export function useNewAnswers(
  questionId: string,
  loaded: unknown,
  shownIds: readonly string[],
): readonly string[] {
  const connection = useConnection();
  const state = useConnectionState();
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reloaded data contains the new answers
  useEffect(() => setNewIds([]), [loaded]);
  useEffect(() => {
    if (state === "open") connection?.send("join-room", { room: questionRoom(questionId) });
  }, [connection, state, questionId]);
  useServerFrames((frame) => {
    if (frame.event !== "question:answer" || frame.data.questionId !== questionId) return;
    const { answerId } = frame.data;
    if (!shownIds.includes(answerId)) setNewIds((ids) => (ids.includes(answerId) ? ids : [...ids, answerId]));
  });
  return newIds;
}
