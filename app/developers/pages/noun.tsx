import { getViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/noun.ts";
import { Call } from "./call.tsx";
import { getNouns, type Noun } from "./nouns.server.ts";
import { loadOwnIds } from "./own-ids.server.ts";
import { Fields, Heading, Paragraphs, ReferencePage, Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

export async function loader({
  params,
  request,
  context,
}: Route.LoaderArgs): Promise<Noun & { isOwn: boolean }> {
  const noun = getNouns().find(({ slug }) => slug === params.noun);
  if (!noun) throw new HttpError(404, "The API has no such noun.");
  const viewer = await getViewer({ request, context });
  if (!viewer) return { ...noun, isOwn: false };
  const withOwnIds = await loadOwnIds(viewer.id);
  const calls = noun.calls.map((call) => ({ ...call, command: withOwnIds(call.command) }));
  return { ...noun, calls, isOwn: true };
}

/** The calls for one noun. */
export default function NounPage({
  loaderData: { name, text, calls, objects, isOwn },
}: Route.ComponentProps) {
  return (
    <ReferencePage title={`API: ${name}`} description={`The calls of the API about ${name.toLowerCase()}.`}>
      <Paragraphs text={text} />
      <p className={quiet}>
        <a href="/api#start">Set SITE and TOKEN</a> before you try a command, and put your own{" "}
        {isOwn ? "files into it. Its ids are yours where you have such a thing." : "ids and files into it."}
      </p>
      <ul className={styles.names}>
        {calls.map((call) => (
          <li key={call.id}>
            <a href={`#${call.id}`} className={styles.link}>
              <code>
                {call.method} {call.path}
              </code>
              <span>
                <Words text={call.summary} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
      {objects.map((object) => (
        <section key={object.name} className={styles.call}>
          <Heading id={object.name}>{object.name}</Heading>
          <Fields title="Fields" fields={object.fields} />
        </section>
      ))}
    </ReferencePage>
  );
}
