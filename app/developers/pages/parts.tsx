import { Fragment, type ReactNode, useId } from "react";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { label } from "#app/ui/forms/field.css.ts";
import { Title } from "#app/ui/page.tsx";
import type { Field } from "./fields.server.ts";
import * as styles from "./reference.css.ts";

/** A page below the overview, with a link back. */
export function ReferencePage({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <Title description={description}>{title}</Title>
      <div>
        <Back to="/api" reloadDocument>
          API
        </Back>
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  );
}

/** A description: paragraphs with code between backticks. */
export const Paragraphs = ({ text }: { text: string }) =>
  text.split("\n\n").map((paragraph) => (
    <p key={paragraph}>
      <Words text={paragraph} />
    </p>
  ));

/** One line of a description. */
export const Words = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );

/** Code that scrolls horizontally, with the keyboard as well. `app/device/scripts/guest.ts` shows the button and copies. */
export function Code({ text, name }: { text: string; name: string }) {
  const id = useId();
  return (
    <div>
      <div className={styles.codeHead}>
        <p>{name}</p>
        <Button type="button" variant="link" size="sm" hidden data-copy={id} aria-label={`Copy: ${name}`}>
          Copy
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus */}
      <pre id={id} className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** A heading that can be linked to. */
export const Heading = ({ id, children }: { id: string; children: ReactNode }) => (
  <h2 id={id} className={styles.title}>
    {children}
    <a href={`#${id}`} aria-label="Link to this part">
      #
    </a>
  </h2>
);

/** Longer lists of fields are collapsed. */
const maxOpenFields = 8;

export function Fields({ title, fields }: { title: string; fields: (Field & { in?: string })[] }) {
  if (fields.length === 0) return null;
  const list = (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <code>{field.name}</code>
          <span>
            {[field.in === "path" || field.in === undefined ? null : `${field.in},`, field.type]
              .filter(Boolean)
              .join(" ")}
            {field.isRequired && ", required"}
          </span>
          {field.text && <br />}
          <Words text={field.text} />
        </li>
      ))}
    </ul>
  );
  if (fields.length <= maxOpenFields) {
    return (
      <div>
        <p className={label}>{title}</p>
        {list}
      </div>
    );
  }
  return (
    <details>
      <summary className={styles.fold}>
        {title} ({fields.length})
      </summary>
      {list}
    </details>
  );
}
