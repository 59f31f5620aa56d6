import { HttpError, problemBody } from "#app/platform/http/problem.server.ts";
import { problemCodes } from "#app/platform/http/problem-codes.ts";
import type { Route } from "./+types/errors.ts";
import { Code, Heading, Paragraphs, ReferencePage, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

export function loader() {
  const codes = Object.entries(problemCodes).map(([code, { status, text }]) => ({ code, status, text }));
  return {
    example: JSON.stringify(problemBody(HttpError.withCode("event-full", "Event is full")), null, 2),
    groups: [...Map.groupBy(codes, ({ status }) => status)],
  };
}

const text =
  "Every error is a problem document (RFC 9457), `application/problem+json`. `code` says what went wrong and never changes; `type` is its address on this page. `detail` is a sentence for people, which may. New codes may come: treat one that you don't know by its status.";

/** Every error code. The `type` of a problem links here. */
export default function Errors({ loaderData: { example, groups } }: Route.ComponentProps) {
  return (
    <ReferencePage title="API: errors" description="Every error of the API, by its code.">
      <Paragraphs text={text} />
      <Code name="409" text={example} />
      {groups.map(([status, codes]) => (
        <section key={status} className={styles.part}>
          <Heading id={String(status)}>{status}</Heading>
          <ul className={styles.names}>
            {codes.map(({ code, text }) => (
              <li key={code} id={code} className={styles.named}>
                <code>
                  <b>{code}</b>
                </code>
                <span>
                  <Words text={text} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ReferencePage>
  );
}
