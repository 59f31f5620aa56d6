import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from "react";
import { useConnection } from "#app/platform/realtime/provider.tsx";
import type { FormFailure } from "#app/ui/forms/form.tsx";
import type { ComposerHandle } from "../chat/composer.tsx";
import { type LineAction, toPendingLine } from "../chat/line-reducer.ts";
import { describeFailure } from "../chat/outbox.ts";
import { messageTexts } from "../rules.ts";
import { useChosenFiles } from "./chosen-files.tsx";
import { pendingHref, toChatLine } from "./conversation.ts";
import { type OutboxEvent, outbox } from "./outbox.ts";
import type { OpenConversation } from "./page-data.ts";
import { useIsOffline } from "./use-is-offline.ts";

/** Sends the messages of a conversation, and shows which are pending, saved or failed. */
export function useOutbox(
  viewerId: string,
  { partner, href, isLatest, isAnonymous }: OpenConversation,
  dispatch: Dispatch<LineAction>,
  initialError: string | null,
) {
  const connection = useConnection();
  const isOffline = useIsOffline();
  const [error, setError] = useState(initialError);
  const composer = useRef<ComposerHandle>(null);
  const files = useChosenFiles(isAnonymous, setError);

  const putFilesBack = useEffectEvent(async () => {
    const returned = await outbox.takeReturned(href);
    if (returned.length > 0) files.putBack(returned);
  });
  const handleEvent = useEffectEvent((event: OutboxEvent) => {
    if (!isLatest || pendingHref(event.pending) !== href) return;
    const { tempId, content } = event.pending;
    if (event.type === "added") {
      setError(null);
      dispatch({ type: "loaded", lines: [toPendingLine(event.pending)] });
    } else if (event.type === "saved") {
      dispatch({ type: "saved", tempId, line: toChatLine(event.message, viewerId) });
    } else if (event.type === "failed") {
      dispatch({ type: event.delivered ? "unsaved" : "failed", tempId });
      if (event.delivered) return;
      setError(describeFailure(event.error));
      composer.current?.putBack(content);
      void putFilesBack();
    }
  });
  useEffect(() => {
    if (!isLatest) return;
    // Messages that were still pending when the viewer returned to the conversation.
    dispatch({ type: "loaded", lines: outbox.pendingIn(href).map(toPendingLine) });
    void putFilesBack();
    return outbox.subscribe(handleEvent);
  }, [href, isLatest, dispatch]);
  useEffect(() => {
    outbox.connection = connection;
    outbox.adopt(viewerId);
    outbox.retryNow();
  }, [connection, viewerId]);
  useEffect(() => {
    if (!isOffline) outbox.retryNow();
  }, [isOffline]);

  const send = (content: string, replyTo: number | null, chosen: File[]) =>
    outbox.addMessage({ senderId: viewerId, receiverId: partner.id, content, isAnonymous, replyTo }, chosen);
  /** Restores the text of a failed form to its field. */
  function showFailure(failure: FormFailure | undefined) {
    setError(failure ? (Object.values(failure.error ?? {})[0]?.[0] ?? messageTexts.changeFailed) : null);
    const text = failure?.initialValue?.content;
    if (typeof text === "string") composer.current?.putBack(text);
  }
  return { error, composer, files, send, showFailure };
}
