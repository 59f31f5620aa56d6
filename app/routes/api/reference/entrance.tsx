import { Title } from "../../../ui/page.tsx";
import { Words } from "./parts.tsx";
import * as styles from "./reference.css.ts";

export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

const pages = [
  {
    path: "/developers/first-bot",
    name: "Your first bot in ten minutes",
    text: "From a token to a program that answers messages. Begin here if you have never used an API.",
  },
  {
    path: "/api",
    name: "The API",
    text: "Every call, with a command to try it, and the rules of all calls.",
  },
  {
    path: "/developers/socket",
    name: "The socket",
    text: "Messages, lines of the anonymous room and changes of events the moment they happen.",
  },
  { path: "/developers/errors", name: "Errors", text: "What each `code` means, and what to do about it." },
  {
    path: "/developers/changelog",
    name: "Changes",
    text: "What is new in the API, and how long you can rely on what is there.",
  },
  { path: "/account/tokens", name: "Your tokens", text: "Make one for each program, for what it does only." },
];

/** The entrance to everything that is written for programs' authors. */
export default function Developers() {
  return (
    <div className={styles.text}>
      <Title description="The site for your own programs: calls, socket, errors and changes.">
        Developers
      </Title>
      <h1>Developers</h1>
      <p>Everything on the site is there for your own programs, too.</p>
      <ul className={styles.links}>
        {pages.map(({ path, name, text }) => (
          <li key={path}>
            <a href={path} className={styles.link}>
              <b>{name}</b>
              <span>
                <Words text={text} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        For tools, the calls are described in <a href="/api/openapi.json">OpenAPI 3.1</a> and the socket in{" "}
        <a href="/api/asyncapi.json">AsyncAPI 3</a>.
      </p>
    </div>
  );
}
