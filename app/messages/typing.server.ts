import { and, not } from "drizzle-orm";
import type { Session } from "#app/platform/auth/sessions.server.ts";
import { RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { isMutedAnonymously } from "#db/scopes/mutes.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { selectAnonymousConversation, selectReachableSender } from "./conversations.server.ts";
import { parsePartnerId } from "./input.server.ts";
import { anonymousName } from "./rules.ts";

/** Per sender and conversation. Further events are dropped. */
const typingLimit = new RateLimit(1, 2);

/**
 * Hidden members type under their alias, once their conversation has reached the partner. Without `isAnonymous`, the
 * alias is used if there is no conversation under the name: an old client must not reveal a name.
 */
export async function broadcastTyping(
  { viewer, tokenHash }: Session,
  receiver: string,
  isAnonymous: boolean | undefined,
): Promise<void> {
  const receiverId = parsePartnerId(receiver);
  if (receiverId === null) return;
  const senderId = viewer.id;
  if (typingLimit.consume([senderId, receiverId, Boolean(isAnonymous)].join(" ")) > 0) return;
  if (typeof receiverId === "string" || isAnonymous !== false) {
    const key = { viewerId: senderId, partnerId: receiverId, isAnonymous: true };
    const isHidden = typeof receiverId === "number";
    const canType = and(
      canStillWrite(tokenHash, { isPost: true }),
      isHidden ? not(isMutedAnonymously(senderId)) : undefined,
    );
    const [conversation] = await selectAnonymousConversation(key, canType);
    if (typeof receiverId === "string") {
      if (conversation?.canType) send(conversation.hiddenId, String(senderId), conversation.viewerName, true);
      return;
    }
    if (isAnonymous || (conversation && !conversation.hasNamed)) {
      if (conversation?.isOpen && conversation.canType)
        send(receiverId, conversation.alias, anonymousName, true);
      return;
    }
  }
  const [sender] = await selectReachableSender(receiverId, senderId, tokenHash);
  if (sender) send(receiverId, String(senderId), sender.name, false);
}

function send(receiverId: number, senderId: string, name: string, isAnonymous: boolean): void {
  hub.sendToUser(receiverId, encodeFrame({ event: "user_typing", data: { senderId, name, isAnonymous } }));
}
