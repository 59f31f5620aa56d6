import { Form, useNavigation } from "react-router";
import { isAlias } from "../../schemas/message-rules.ts";
import { touchable } from "../../styles/global.css.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import * as styles from "./blocks.css.ts";

interface BlockList {
  people: { id: string; name: string }[];
  isFirstPage: boolean;
  next: string | null;
}

/** The people a member has blocked, each with an Unblock button. */
export function People({ list }: { list: BlockList }) {
  const { people } = list;
  return (
    <section className={styles.section} aria-label="Blocked people">
      {people.length === 0 ? (
        <p>You haven't blocked anyone. You can block someone from your conversation with them.</p>
      ) : (
        <Rows list={list} />
      )}
    </section>
  );
}

function Rows({ list: { people, isFirstPage, next } }: { list: BlockList }) {
  return (
    <>
      <p>
        People you block aren't told. A block counts for a name or for an anonymous conversation, not for
        both.
      </p>
      <ul className={styles.people}>
        {people.map(({ id, name }) => (
          <li key={id} className={styles.person}>
            <Avatar name={isAlias(id) ? null : name} />
            <a href={`/messages/${id}`} className={`${styles.name} ${touchable}`}>
              <bdi>{name}</bdi>
            </a>
            <Act intent="unblock" person={id} text="Unblock" label={`Unblock ${name}`} />
          </li>
        ))}
      </ul>
      <p className={styles.pages}>
        {!isFirstPage && (
          <ButtonLink to="/blocks" variant="outline" size="sm">
            Newest
          </ButtonLink>
        )}
        {next && (
          <ButtonLink to={`/blocks?cursor=${encodeURIComponent(next)}`} variant="outline" size="sm">
            Older
          </ButtonLink>
        )}
      </p>
    </>
  );
}

/** One button that does one thing. */
export function Act({
  intent,
  person,
  text,
  label,
}: {
  intent: string;
  person: string;
  text: string;
  label?: string;
}) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get("intent") === intent && sent.get("person") === person;
  return (
    <Form method="post">
      <input type="hidden" name="person" value={person} />
      <Button variant="outline" size="sm" name="intent" value={intent} loading={isBusy} aria-label={label}>
        {text}
      </Button>
    </Form>
  );
}
