import type { ComponentType, FormEvent } from "react";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { editWindowMs, type Reaction, signNames } from "../rules.ts";
import type { ChatLine, LineFile } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";

const signs = Object.keys(signNames) as Reaction[];

export interface ChatPlace {
  href: string;
  /** The page's address, including the part of the chat that it shows. */
  address: string;
  subject: "message" | "room-line";
  hasWeekdays: boolean;
  timeZone: string;
  now: number;
  onTakeBack: (tempId: string) => void;
  canWrite: boolean;
  hasEdit: boolean;
  onAct: (form: FormData) => void;
  /** Shows a line's files, in chats that allow them. */
  Files?: ComponentType<{ files: LineFile[] }>;
}

/** The actions on a line. Its links and buttons work without scripts. */
export function LineMenu({
  styles,
  line: { id, isOwn, sentAt, reactions },
  place,
  now,
  name,
}: {
  styles: ChatStyles;
  line: ChatLine;
  place: ChatPlace;
  now: number;
  /** The line's description for screen readers. */
  name: string;
}) {
  const { href, address, canWrite, hasEdit, subject } = place;
  const [, query] = address.split("?");
  return (
    <details className={styles.more} name="line">
      <summary className={styles.moreOpener} aria-label={`Options for ${name}`}>
        {/* At the end of a line "…" would read as a cut text. */}⋮
      </summary>
      <form
        method="post"
        action={address}
        className={isOwn ? styles.ownMenu : styles.menu}
        onSubmit={(event) => place.onAct(readAct(event))}
      >
        <input type="hidden" name="id" value={id} />
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {canWrite && (
          <div className={styles.signs}>
            {signs.map((sign) => {
              const isChosen = reactions?.some((each) => each.own && each.sign === sign) === true;
              return (
                <button
                  key={sign}
                  type="submit"
                  name="intent"
                  value={isChosen ? "unreact" : sign}
                  aria-pressed={isChosen}
                  aria-label={signNames[sign]}
                >
                  <Icon name={sign} />
                </button>
              );
            })}
          </div>
        )}
        {canWrite && (
          <button type="submit" formMethod="get" name="to" value="reply">
            Answer
          </button>
        )}
        {canWrite && isOwn && hasEdit && now - sentAt < editWindowMs && (
          <button type="submit" formMethod="get" name="to" value="edit">
            Edit
          </button>
        )}
        {isOwn ? (
          <details>
            <summary>Delete…</summary>
            <Button variant="danger" size="sm" name="intent" value="delete">
              Delete for everyone
            </Button>
          </details>
        ) : (
          <ReportLink subject={subject} id={id} backTo={href} label={`Report ${name}`} />
        )}
      </form>
    </details>
  );
}

/** Reads the form of a menu with the button that was pressed, and closes the menu. */
function readAct(event: FormEvent<HTMLFormElement>): FormData {
  event.preventDefault();
  event.currentTarget.closest("details[name]")?.removeAttribute("open");
  const { submitter } = event.nativeEvent as SubmitEvent;
  return new FormData(event.currentTarget, submitter);
}
