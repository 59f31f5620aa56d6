import { Link, useFetcher, useLocation } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { ConnectionForm } from "#app/people/connection-form.tsx";
import { Button } from "#app/ui/button.tsx";
import type { FormReply } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LinkedLines } from "#app/ui/linked-text.tsx";
import { appendQuery } from "../chat/address.ts";
import { isAlias } from "../rules.ts";
import { conversationHref, topicOf } from "./conversation.ts";
import * as styles from "./conversation-menu.css.ts";
import type { OpenConversation, Partner } from "./page-data.ts";

/** The actions on a conversation. Opens without scripts. */
export function ConversationMenu({ conversation }: { conversation: OpenConversation }) {
  const { partner, href, isAnonymous, quiet } = conversation;
  const isViewerHidden = isAnonymous && !isAlias(partner.id);
  return (
    <details className={styles.menu}>
      <summary className={styles.opener} aria-label={`Options for ${partner.name}`}>
        <Icon name="down" size={16} />
      </summary>
      <div className={styles.sheet}>
        {isViewerHidden && <Link to={conversationHref(partner.id, false)}>Write with your name</Link>}
        {!isAnonymous && partner.allowsAnonymous && !partner.hasLeft && (
          <Link to={conversationHref(partner.id, true)}>Write anonymously</Link>
        )}
        <div className={styles.onPhones}>
          <Connect partner={partner} />
        </div>
        {quiet && <Quiet quiet={quiet} href={href} />}
        {!isViewerHidden && !partner.isBlocked && <Block partner={partner} href={href} />}
        {!partner.hasLeft && (
          <ReportLink subject={isAlias(partner.id) ? "alias" : "user"} id={partner.id} backTo={href} />
        )}
        <LinkedLines text={conversation.contacts} />
        <Link to="/blocks">Blocked people</Link>
      </div>
    </details>
  );
}

/** Actions that affect only the viewer's own list and notices. */
function Quiet({ quiet, href }: { quiet: NonNullable<OpenConversation["quiet"]>; href: string }) {
  const fetcher = useFetcher<FormReply>();
  const choices = [
    quiet.isMuted ? ["unmute", "Unmute notices"] : ["mute", "Mute notices"],
    ["unread", "Mark as unread"],
    quiet.isArchived ? ["unarchive", "Move back to the list"] : ["archive", "Archive"],
  ] as const;
  return (
    <fetcher.Form method="post" action={href}>
      {fetcher.state === "idle" && <FormAlert failure={fetcher.data?.failure ?? null} />}
      {choices.map(([intent, text]) => (
        <button key={intent} type="submit" name="intent" value={intent} className={styles.quiet}>
          {text}
        </button>
      ))}
    </fetcher.Form>
  );
}

/** Lets the viewer ask the partner to connect, unless they are connected or the request is pending. */
export const Connect = ({ partner: { id, name, canConnect } }: { partner: Partner }) =>
  canConnect && <ConnectionForm userId={id} name={name} choices={[["ask", "Connect", "outline"]]} />;

/** Blocks the partner after a confirmation. */
function Block({ partner, href }: { partner: Partner; href: string }) {
  return (
    <details>
      <summary className={styles.block}>Block…</summary>
      <div className={styles.question}>
        <p>
          {isAlias(partner.id)
            ? "You won't get any more messages in this conversation. They aren't told, and you don't learn who it is."
            : `${partner.name} can't send you messages under their name any more.`}{" "}
          You can undo this.
        </p>
        <BlockForm partner={partner} href={href} intent="block" />
      </div>
    </details>
  );
}

/** Replaces the composer: shows that the partner is blocked, and offers to unblock them. */
export function Unblock({ partner, href }: { partner: Partner; href: string }) {
  return (
    <div className={styles.blocked}>
      <p>
        You blocked <bdi>{isAlias(partner.id) ? "this person" : partner.name}</bdi>.
      </p>
      <BlockForm partner={partner} href={href} intent="unblock" />
    </div>
  );
}

function BlockForm({
  partner,
  href,
  intent,
}: {
  partner: Partner;
  href: string;
  intent: "block" | "unblock";
}) {
  const fetcher = useFetcher<FormReply>();
  return (
    <fetcher.Form method="post" action={href}>
      {fetcher.state === "idle" && <FormAlert failure={fetcher.data?.failure ?? null} />}
      <Button
        variant={intent === "block" ? "danger" : "outline"}
        size="sm"
        name="intent"
        value={intent}
        loading={fetcher.state !== "idle"}
      >
        {intent === "block"
          ? `Block ${isAlias(partner.id) ? "this person" : partner.name}`
          : "Unblock to write"}
      </Button>
    </fetcher.Form>
  );
}

/**
 * For the first message: lets the viewer choose between their name and an alias. Two addresses, so that it works
 * without scripts.
 */
export function NameSwitch({ conversation: { partner, isAnonymous } }: { conversation: OpenConversation }) {
  const topic = topicOf(useLocation().search);
  if (isAlias(partner.id) || partner.hasLeft || (!partner.allowsAnonymous && !isAnonymous)) return null;
  const choice = (text: string, isChosen: boolean) => (
    <Link
      to={appendQuery(
        conversationHref(partner.id, isChosen ? isAnonymous : !isAnonymous),
        topic && String(new URLSearchParams({ topic })),
      )}
      replace
      className={styles.choice}
      aria-current={isChosen || undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav className={styles.nameSwitch} aria-label="How to write">
      {choice("With your name", !isAnonymous)}
      {choice("Anonymously", isAnonymous)}
    </nav>
  );
}
