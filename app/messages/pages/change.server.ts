import { type ActionFunctionArgs, redirect } from "react-router";
import { requireSession } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { signs } from "#db/vocabulary.ts";
import { blockTexts } from "../block-texts.ts";
import { changeBlock } from "../blocks.server.ts";
import { changeTexts } from "../change-texts.ts";
import { deleteMessage, editMessage, reactToMessage } from "../changes.server.ts";
import { lineHash, withoutTarget } from "../chat/address.ts";
import { selectConversations } from "../conversations.server.ts";
import { editSchema, parsePartnerId } from "../input.server.ts";
import { changeConversation, type QuietChange } from "../quiet.server.ts";
import { conversationHref } from "./conversation.ts";

/** Intents of a message's menu. Each redirects back to the message. */
export function changeButtons(args: ActionFunctionArgs & { url: URL }) {
  const back = withoutTarget(args.url);
  const act =
    (change: (session: Session, id: number, form: PostedForm) => Promise<unknown>, text?: string) =>
    async (form: PostedForm) => {
      const session = await requireSession(args);
      const id = parseId(form.text("id"));
      if (id === null) throw new HttpError(404, changeTexts.unknownMessage);
      await change(session, id, form);
      const at = lineHash(String(id));
      return text
        ? redirectWithFlash(args.context, back, { text, at: at.slice(1) })
        : redirect(back + at, 303);
    };
  return {
    edit: act(
      (session, id, form) => editMessage(session, id, form.parse(editSchema).content),
      changeTexts.edited,
    ),
    delete: act((session, id) => deleteMessage(session, id), changeTexts.deletedToast),
    unreact: act((session, id) => reactToMessage(session, id, null)),
    ...Object.fromEntries(
      signs.map((sign) => [sign, act((session, id) => reactToMessage(session, id, sign))]),
    ),
  };
}

/** Intents of a conversation's menu that change only the viewer's side. */
export function quietButtons(
  { context }: Pick<ActionFunctionArgs, "context">,
  partner: string,
  href: string,
) {
  const act =
    (change: QuietChange, text: string, undo: string | null, leaves = false) =>
    async (_: PostedForm, viewer: Viewer) => {
      const partnerId = parsePartnerId(partner);
      if (partnerId === null) throw new HttpError(404, changeTexts.unknownConversation);
      const isAnonymous = href.endsWith("?anonymous=1");
      await changeConversation({ viewerId: viewer.id, partnerId, isAnonymous }, change);
      const to = leaves ? await findOther(viewer.id, href) : href;
      return redirectWithFlash(context, to, {
        text,
        ...(undo && { undo: { action: href, fields: { intent: undo } } }),
      });
    };
  return {
    mute: act({ muted: true }, changeTexts.muted, "unmute"),
    unmute: act({ muted: false }, changeTexts.unmuted, "mute"),
    unread: act({ unread: true }, changeTexts.markedUnread, null, true),
    archive: act({ archived: true }, changeTexts.archived, "unarchive", true),
    unarchive: act({ archived: false }, changeTexts.unarchived, "archive"),
  };
}

/** The page to show after leaving a conversation: returning to it would mark it as read. */
async function findOther(viewerId: number, href: string): Promise<string> {
  const newest = await selectConversations(viewerId, { limit: 2 });
  const hrefs = newest.map((row) => conversationHref(row.userId, row.isAnonymous === 1));
  return hrefs.find((other) => other !== href) ?? "/";
}

/** Intents that block or unblock the partner of a conversation. */
export function blockButtons(
  { context }: Pick<ActionFunctionArgs, "context">,
  partner: string,
  href: string,
) {
  const act = (intent: "block" | "unblock") => async (_: PostedForm, viewer: Viewer) => {
    await changeBlock(viewer.id, intent, partner);
    const isBlocking = intent === "block";
    return redirectWithFlash(context, href, {
      text: isBlocking ? blockTexts.blocked : blockTexts.unblocked,
      undo: { action: href, fields: { intent: isBlocking ? "unblock" : "block" } },
    });
  };
  return { block: act("block"), unblock: act("unblock") };
}
