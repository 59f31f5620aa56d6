import { apiChanges } from "./changes.ts";
import { Heading, Paragraphs, ReferencePage, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

const policy = `What is there stays: a call keeps its address, its fields and their meaning. New calls, fields, frames, codes and headers may come at any time, so ignore what you don't know.

What has to go is announced here first, and works for a year at least. Until then each of its answers has \`Deprecation\` (RFC 9745), the moment since when it should not be used, \`Sunset\` (RFC 8594), the moment when it ends, and a \`Link\` to this page with \`rel="deprecation"\`. The OpenAPI document marks it as \`deprecated\`. A hole that endangers members is closed at once.

Nothing is deprecated today.`;

/** The API changelog, and what programs can rely on. */
export default function Changelog() {
  return (
    <ReferencePage title="API: changes" description="What is new in the API, and what you can rely on.">
      <section className={styles.dated}>
        <Heading id="deprecation">What you can rely on</Heading>
        <div className={styles.part}>
          <Paragraphs text={policy} />
        </div>
      </section>
      {apiChanges.map(({ date, changes }) => (
        <section key={date} className={styles.dated}>
          <Heading id={date}>
            <time dateTime={date}>{date}</time>
          </Heading>
          <ul className={styles.fields}>
            {changes.map((change) => (
              <li key={change}>
                <p>
                  <Words text={change} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ReferencePage>
  );
}
