import { encodeFrame, hub } from "../realtime/hub.server.ts";
import { parsePartnerId } from "../schemas/message.ts";
import { anonymousName } from "../schemas/message-rules.ts";
import { selectAnonymousConversation, selectReachableSender } from "./conversations.server.ts";

/**
 * Hidden members type under their alias, once their conversation has reached the other one. Without `isAnonymous` it
 * goes under the alias where there is no other conversation: an old client must not give away a name.
 */
export async function broadcastTyping(
  senderId: number,
  receiver: string,
  isAnonymous: boolean | undefined,
): Promise<void> {
  const receiverId = parsePartnerId(receiver);
  if (receiverId === null) return;
  if (typeof receiverId === "string" || isAnonymous !== false) {
    const key = { viewerId: senderId, partnerId: receiverId, isAnonymous: true };
    const [conversation] = await selectAnonymousConversation(key);
    if (typeof receiverId === "string") {
      if (conversation) send(conversation.hiddenId, String(senderId), conversation.viewerName, true);
      return;
    }
    if (isAnonymous || (conversation && !conversation.hasNamed)) {
      if (conversation?.isOpen) send(receiverId, conversation.alias, anonymousName, true);
      return;
    }
  }
  const [sender] = await selectReachableSender(receiverId, senderId);
  if (sender) send(receiverId, String(senderId), sender.name, false);
}

function send(receiverId: number, senderId: string, name: string, isAnonymous: boolean): void {
  hub.sendToUser(receiverId, encodeFrame({ event: "user_typing", data: { senderId, name, isAnonymous } }));
}
