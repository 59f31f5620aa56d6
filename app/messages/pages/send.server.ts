import { type ActionFunctionArgs, redirect } from "react-router";
import type { Session } from "#app/platform/auth/sessions.server.ts";
import { type PostedForm, requireSender } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldErrors } from "#app/platform/schemas/field-rules.server.ts";
import { discardAttachments, receiveMessageForm } from "../attachments.server.ts";
import { parsePartnerId, sendSchema } from "../input.server.ts";
import { sendMessage } from "../messages.server.ts";
import { messageTexts } from "../rules.ts";
import { markSeen, nullOnFailure } from "./read-conversations.server.ts";

type Args = Pick<ActionFunctionArgs, "request" | "context" | "url">;

export const sendTexts = {
  failed: messageTexts.sendFailed,
  loggedOut: `${messageTexts.sendFailed}. ${messageTexts.loggedOut}`,
  field: "content",
};

/** The conversation that the form of a browser without scripts sends to. */
interface Place {
  receiverId: string;
  isAnonymous: boolean;
  href: string;
}

export async function sendForm(
  form: PostedForm,
  session: Session,
  { receiverId, isAnonymous, href }: Place,
  attachments: string[] = [],
): Promise<Response> {
  const sent = {
    content: form.text("content"),
    replyTo: form.text("replyTo"),
    attachments,
    senderId: String(session.viewer.id),
    receiverId,
    isAnonymous,
  };
  const { success, data, error } = sendSchema.safeParse(sent);
  if (!success) throw HttpError.forFields(getFieldErrors(error));
  await sendMessage(session, data).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status === 503) throw error;
    const { code, message, retryAfter } = error;
    throw HttpError.withCode(code, `${sendTexts.failed}. ${message}`, { retryAfter });
  });
  // Replying shows that the sender has read what came before.
  const partnerId = parsePartnerId(receiverId);
  if (partnerId !== null)
    void nullOnFailure(markSeen({ viewerId: session.viewer.id, partnerId, isAnonymous }));
  return redirect(href, 303);
}

/** Sends a form whose message has files. */
export async function sendFormWithFiles(args: Args, form: PostedForm, place: Place): Promise<Response> {
  const session = await requireSender(args, sendTexts.loggedOut);
  const { fields, ids } = await receiveMessageForm(args.request, session);
  form.fill(fields);
  try {
    return await sendForm(form, session, place, ids);
  } catch (error) {
    await discardAttachments(session.viewer, ids);
    throw error;
  }
}
