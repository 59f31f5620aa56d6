import { Form, useNavigation } from "react-router";
import { AliasSign } from "#app/ui/alias-sign.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { signOf } from "#app/ui/signs.ts";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { isAlias } from "../../rules.ts";
import * as styles from "./blocks.css.ts";

/** The people a member has blocked, each with an Unblock button. */
export function People({ people, next }: { people: { id: string; name: string }[]; next: string | null }) {
  return (
    <section className={styles.section} aria-label="Blocked people">
      {people.length > 0 && (
        <p className={quiet}>
          People you block aren't told. A block counts for a name or for an anonymous conversation, not for
          both.
        </p>
      )}
      <List
        rows={people}
        next={next}
        className={styles.people}
        empty={[
          "Nobody is blocked",
          "You haven't blocked anyone. You can block someone from your conversation with them.",
        ]}
      >
        {({ id, name }) => (
          <li key={id} className={styles.person}>
            {isAlias(id) ? <AliasSign sign={signOf(id.charAt(5))} size="md" /> : <Avatar name={name} />}
            <a href={`/messages/${id}`} className={`${styles.name} ${touchable}`}>
              <bdi>{name}</bdi>
            </a>
            <Act intent="unblock" of="person" id={id} text="Unblock" label={`Unblock ${name}`} />
          </li>
        )}
      </List>
    </section>
  );
}

/** The authors of anonymous thank-you lines whom a member has blocked. */
export const Lines = ({ lines }: { lines: { id: number; line: string | null }[] }) => (
  <section className={styles.section} aria-labelledby="lines">
    <h2 id="lines">Thanks without a name</h2>
    <ul className={styles.people}>
      {lines.map(({ id, line }) => {
        const text = line === null ? "The author of a line that is gone" : `The author of “${line}”`;
        return (
          <li key={id} className={styles.person}>
            <span className={styles.name} dir="auto">
              {text}
            </span>
            <Act intent="unblock-line" of="line" id={String(id)} text="Unblock" label={`Unblock: ${text}`} />
          </li>
        );
      })}
    </ul>
  </section>
);

/** A form with a single button. */
function Act({
  intent,
  of,
  id,
  text,
  label,
}: {
  intent: string;
  of: "person" | "line";
  id: string;
  text: string;
  label: string;
}) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get("intent") === intent && sent.get(of) === id;
  return (
    <Form method="post">
      <input type="hidden" name={of} value={id} />
      <Button variant="outline" size="sm" name="intent" value={intent} loading={isBusy} aria-label={label}>
        {text}
      </Button>
    </Form>
  );
}
