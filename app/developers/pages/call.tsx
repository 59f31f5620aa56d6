import { label } from "#app/ui/forms/field.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import type { CallReference } from "./nouns.server.ts";
import { Code, Fields, Heading, Paragraphs, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const Call = ({ call }: { call: CallReference }) => (
  <section className={styles.call}>
    <Heading id={call.id}>
      <Words text={call.summary} />
    </Heading>
    <div className={styles.part}>
      <p>
        <code className={label}>
          {call.method} {call.path}
        </code>
      </p>
      <p className={quiet}>{call.isForMembers ? "For members, with a token" : "For anyone"}</p>
      {call.text && <Paragraphs text={call.text} />}
      <Fields title="Parameters" fields={call.parameters} />
      {call.body && (
        <Fields
          title={call.body.type === "application/json" ? "Fields of the JSON body" : "Fields of the form"}
          fields={call.body.fields}
        />
      )}
      <p className={quiet}>
        Errors:{" "}
        {call.errors.map((status, index) => (
          <span key={status}>
            {index > 0 && ", "}
            <a href={`/api#error-${status}`}>{status}</a>
          </span>
        ))}
      </p>
    </div>
    <div className={styles.part}>
      <Code name="Request" text={call.command} />
      {call.answers.map(({ status, text, object, example }) => (
        <div key={status} className={styles.part}>
          <p className={quiet}>
            <b>{status}</b> <Words text={text} />
            {object && (
              <>
                : <a href={`#${object}`}>{object}</a>
              </>
            )}
          </p>
          {example && <Code name="Answer" text={example} />}
        </div>
      ))}
    </div>
  </section>
);
