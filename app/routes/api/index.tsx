import { narrow } from "../../styles/global.css.ts";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/index.ts";
import { endpoints } from "./endpoint.server.ts";
import * as styles from "./index.css.ts";

/** A page to read: it needs no script. */
export const handle = { noJs: true, guestPage: { params: [], tables: [] } };

export function loader() {
  return [...endpoints].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, auth }]) => ({ path, method, summary, auth })),
  );
}

export default function Api({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title description="Everything on the site, for your own programs.">API</Title>
      <h1>API</h1>
      <p>
        Everything on the site is also available through the API. Responses are JSON; errors are always{" "}
        <code>application/problem+json</code>. Log in with <code>POST /api/users/login</code> and send the
        token as <code>Authorization: Bearer TOKEN</code>. For every field of every call, see{" "}
        <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
      </p>
      <ul className={styles.calls}>
        {loaderData.map(({ path, method, summary, auth }) => (
          <li key={method + path} className={styles.call}>
            <code>
              {method} {path}
            </code>
            <span>
              {summary
                .split("`")
                .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
            </span>
            <span className={styles.access}>{auth === "user" ? "members" : "anyone"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
