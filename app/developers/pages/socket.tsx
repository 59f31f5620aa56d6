import { Contents } from "#app/ui/contents.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import listen from "../../../examples/first-bot/listen.mjs?raw";
import { getAsyncApiDocument, socketParts } from "../asyncapi.server.ts";
import type { Route } from "./+types/socket.ts";
import { type JsonSchema, listFields, nameOf } from "./fields.server.ts";
import { Code, Fields, Heading, Paragraphs, ReferencePage, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

export function loader() {
  const { components } = getAsyncApiDocument();
  const frames = Object.entries(components.messages).map(([key, { name, summary, payload, examples }]) => {
    const data: JsonSchema = payload.properties.data;
    const schema: JsonSchema = (data.$ref && components.schemas[nameOf(data.$ref)]) || data;
    return {
      id: key.replace(".", "-"),
      name,
      summary,
      fields: listFields(schema),
      example: JSON.stringify(examples[0]?.payload, null, 2),
    };
  });
  return {
    listen,
    parts: socketParts,
    directions: [
      { id: "client", title: "You send", frames: frames.filter(({ id }) => id.startsWith("client")) },
      { id: "server", title: "The server sends", frames: frames.filter(({ id }) => id.startsWith("server")) },
    ],
  };
}

/** A program to begin with, what holds for all frames, and the frames by direction. */
export default function Socket({ loaderData: { listen, parts, directions } }: Route.ComponentProps) {
  const contents = [{ id: "start", title: "Start" }, ...parts, ...directions].map(
    ({ id, title }) => [id, title] as const,
  );
  return (
    <ReferencePage title="API: the socket" description="The frames of the WebSocket, by direction.">
      <div className={styles.contents}>
        <Contents parts={contents} />
        <div className={styles.chapters}>
          <section id="start" className={styles.part}>
            <h2>Start</h2>
            <p>
              A socket is a line to the site that stays open: what happens arrives at once.{" "}
              <a href="/api#start">Set SITE and TOKEN</a>, save this program as <code>listen.mjs</code>, and
              it prints every message that you get.
            </p>
            <Code name="listen.mjs" text={listen} />
            <Code name="Terminal" text="node listen.mjs" />
            <p>
              <a href="/developers/first-bot">Your first bot in ten minutes</a> goes on from here: its program
              also answers.
            </p>
          </section>
          {parts.map(({ id, title, text }) => (
            <section key={id} id={id} className={styles.part}>
              <h2>{title}</h2>
              <Paragraphs text={text} />
            </section>
          ))}
          {directions.map(({ id, title, frames }) => (
            <section key={id} id={id} className={styles.part}>
              <h2>{title}</h2>
              <ul className={styles.names}>
                {frames.map(({ id, name, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`} className={styles.link}>
                      <code>{name}</code>
                      <span>
                        <Words text={summary} />
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      {directions.map(({ title, frames }) =>
        frames.map(({ id, name, summary, fields, example }) => (
          <section key={id} className={styles.call}>
            <Heading id={id}>{name}</Heading>
            <div className={styles.part}>
              <p className={quiet}>{title}</p>
              <p>
                <Words text={summary} />.
              </p>
              <Fields title="Fields of the data" fields={fields} />
            </div>
            <Code name="Frame" text={example} />
          </section>
        )),
      )}
    </ReferencePage>
  );
}
