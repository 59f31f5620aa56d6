import { quiet } from "#app/ui/styles/layout.css.ts";
import { getAsyncApiDocument } from "../asyncapi.server.ts";
import type { Route } from "./+types/socket.ts";
import { type JsonSchema, listFields, nameOf } from "./fields.server.ts";
import { Code, Fields, Heading, Paragraphs, ReferencePage, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

export function loader() {
  const { info, components } = getAsyncApiDocument();
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
    description: info.description,
    directions: [
      { title: "You send", frames: frames.filter(({ id }) => id.startsWith("client")) },
      { title: "The server sends", frames: frames.filter(({ id }) => id.startsWith("server")) },
    ],
  };
}

/** The frames of the socket, by direction. */
export default function Socket({ loaderData: { description, directions } }: Route.ComponentProps) {
  return (
    <ReferencePage title="API: the socket" description="The frames of the WebSocket, by direction.">
      <Paragraphs text={description} />
      <p>
        <a href="/developers/first-bot">Your first bot in ten minutes</a> shows a program that listens and
        answers.
      </p>
      {directions.map(({ title, frames }) => (
        <section key={title} className={styles.part}>
          <p className={styles.label}>{title}</p>
          <ul className={styles.links}>
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
