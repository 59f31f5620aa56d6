import type { Message } from "./api-types.ts";
import type { Member } from "./people.ts";
import type { Answer } from "./visitor.ts";

/** Sends a message under the sender's name, or to an alias. */
export const sendTo = (
  from: Member,
  receiverId: string,
  content: string,
  more: object = {},
): Promise<Answer<Message>> =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId,
    content,
    isAnonymous: false,
    ...more,
  });

/** Sends an anonymous message. */
export const sendHidden = (from: Member, to: Member, content: string, more: object = {}) =>
  sendTo(from, to.id, content, { isAnonymous: true, ...more });

/** @returns the member's conversations */
export const inboxOf = async (member: Member) => (await member.get("/api/messages/conversations")).body;

/** @returns the alias of the member's newest anonymous partner */
export async function aliasFor(member: Member): Promise<string> {
  const archived = (await member.get("/api/messages/conversations?archived=1")).body;
  const all = [...(await inboxOf(member)), ...archived];
  const alias = all.find(({ userId }) => userId.startsWith("anon_"))?.userId;
  if (alias === undefined) throw new Error("nobody writes to this member anonymously");
  return alias;
}

/** @returns the messages with a partner, by id or alias */
export const readHistory = async (member: Member, partnerId: string, query = "") =>
  (await member.get(`/api/messages/history/${member.id}/${partnerId}${query}`)).body;
