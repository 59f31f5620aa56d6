import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Title } from "#app/ui/page.tsx";
import type { Route } from "./+types/overview.ts";
import { getErrors, getNouns } from "./nouns.server.ts";
import { Code, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";
import { rules } from "./rules.ts";

/** This page needs no scripts. */
export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: getRequestContext(context).origin,
  nouns: getNouns().map(({ slug, name, text }) => ({ slug, name, text })),
  errors: getErrors(),
});

export default function Api({ loaderData: { origin, nouns, errors } }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <Title description="Everything on the site, for your own programs.">API</Title>
      <h1>API</h1>
      <p>
        Everything on the site is there for your own programs, too. Have you never written one that uses an
        API? Start with <a href="/developers/first-bot">your first bot in ten minutes</a>.
      </p>
      <section id="start" className={styles.part}>
        <h2>Start</h2>
        <p>
          Make a token at <a href="/account/tokens">API tokens</a>, and tell your shell the site and the
          token. Every example uses these two names. On Windows use Git Bash or WSL.
        </p>
        <p>
          The ids and the files in the examples are made up: put yours in their place. An id is in every
          response and in the address of its page.
        </p>
        <Code name="Once in each terminal" text={`export SITE=${origin}\nexport TOKEN=quadrant_…`} />
        <Code name="Who am I?" text={'curl "$SITE/api/users/me" \\\n  -H "Authorization: Bearer $TOKEN"'} />
      </section>
      <section className={styles.part}>
        <h2>Calls</h2>
        <ul className={styles.links}>
          {nouns.map(({ slug, name, text }) => (
            <li key={slug}>
              <a href={`/developers/${slug}`} className={styles.link}>
                <b>{name}</b>
                <span>
                  <Words text={text} />
                </span>
              </a>
            </li>
          ))}
          <li>
            <a href="/developers/socket" className={styles.link}>
              <b>The socket</b>
              <span>Messages, lines of the anonymous room and changes of events the moment they happen.</span>
            </a>
          </li>
        </ul>
      </section>
      <div className={styles.texts}>
        {rules.map(({ title, text }) => (
          <section key={title} className={styles.part}>
            <h2>{title}</h2>
            <p>
              <Words text={text} />
            </p>
          </section>
        ))}
        <section className={styles.part}>
          <h2>For tools</h2>
          <p>
            The calls are described in <a href="/api/openapi.json">OpenAPI 3.1</a>, the socket in{" "}
            <a href="/api/asyncapi.json">AsyncAPI 3</a>. Generate a client from them, or import them into the
            tool that you like.
          </p>
        </section>
        <section className={styles.part}>
          <h2>Changes</h2>
          <p>
            The <a href="/developers/changelog">list of changes</a> says what is new, and how long you can
            rely on what is there.
          </p>
        </section>
      </div>
      <section className={styles.part}>
        <h2>Errors</h2>
        <p>
          Every error has the same shape, <code>application/problem+json</code>. <code>code</code> says what
          went wrong, and <a href="/developers/errors">the list of all codes</a> what to do;{" "}
          <code>detail</code> is a sentence for people; <code>errors</code> names the fields that are wrong.
        </p>
        <Code name="422" text={errors.find(({ status }) => status === "422")?.example ?? ""} />
        <ul className={styles.fields}>
          {errors.map(({ status, text }) => (
            <li key={status} id={`error-${status}`}>
              <code>{status}</code>
              <Words text={text} />
            </li>
          ))}
          <li>
            <code>405, 414, 500</code>
            The address has no such method, or is too long; or something is wrong on our side. Then{" "}
            <code>requestId</code> finds it in the server's log.
          </li>
        </ul>
      </section>
    </div>
  );
}
