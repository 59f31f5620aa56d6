import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Title } from "#app/ui/page.tsx";
import type { Route } from "./+types/overview.ts";
import { getErrors, getNouns } from "./nouns.server.ts";
import { Code, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

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
        <ul className={styles.names}>
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

/** The rules of every call, with code in backticks. */
const rules = [
  {
    title: "Tokens",
    text: "A program sends its token as `Authorization: Bearer TOKEN`. `POST /api/users/login` returns one, too. A token lasts 30 days from its last use; one that is wrong or has ended gets 401, even where guests are allowed. A read-only token reads everything and gets 403 on the rest; one for some things only, such as `jobs:write`, gets 403 on all others, and `WWW-Authenticate` names the scope that it lacks. Treat a token like a password: never put it into code that others see, and end it at once if it leaks.",
  },
  {
    title: "Values",
    text: "Bodies are JSON, files aside. Ids are strings, times ISO 8601 in UTC, dates `YYYY-MM-DD`, and what is missing is `null`. A time without an offset is read in the community's time zone. A body has at most 64 KB, that of a job, a question or an answer 256 KB. Links begin with http or https.",
  },
  {
    title: "Answers",
    text: "Jobs, users, messages, tags, saved searches and settings are the whole response. Events, resources, categories, questions, answers, comments and notices are in `data`, beside `success`. New calls have no `data`.",
  },
  {
    title: "Long lists",
    text: 'They take `limit`. When there is more, the header `Link: <…>; rel="next"` has the address of the next page: follow it as it is. Unknown parameters and unknown values of filters are ignored; a cursor that no list gave is 422.',
  },
  {
    title: "Limits",
    text: 'A call that counts says how often you may still make it: `RateLimit: "job-3600";r=9;t=3541` means 9 more times in the next 3,541 seconds. After that you get 429, and `Retry-After` says how many seconds to wait.',
  },
  {
    title: "Sending again",
    text: "Did the network break before you had the answer? Send a POST that takes an `Idempotency-Key` again with the same key (1 to 64 ASCII characters of your own) and the same body: within 24 hours you get what the first call created, in its current state, and nothing is created twice. For a message `tempId` does the same.",
  },
  {
    title: "Reading again",
    text: "Every GET returns an `ETag`. Send it back as `If-None-Match`, and you get 304 without a body while nothing has changed. `HEAD` works wherever GET does, and `OPTIONS` lists the methods of an address.",
  },
  {
    title: "Changing what others change",
    text: "The `ETag` of a job, an event, a resource, a question, an answer or yourself names a version, also in the answer of the POST or PUT that made it. Send it as `If-Match` with PUT or DELETE: if someone has changed it since you read it, you get 412, and nothing is overwritten.",
  },
  {
    title: "From other sites",
    text: "Pages of other sites may call the API as a guest or with a token, never with the reader's cookie.",
  },
];
