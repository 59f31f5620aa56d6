import { narrow } from "../../styles/global.css.ts";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/index.ts";
import { endpoints } from "./endpoint.server.ts";
import * as styles from "./index.css.ts";

/** Plain reading: this page ships no script. */
export const handle = { noJs: true };

export function loader() {
  return [...endpoints].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, auth: who }]) => ({ path, method, summary, who })),
  );
}

export default function Api({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title description="The community's API for programs.">API</Title>
      <h1>For programs</h1>
      <p>
        Everything the pages do, programs can do. Answers are JSON; errors are{" "}
        <code>application/problem+json</code> of one shape. Log in with <code>POST /api/users/login</code> and
        send the token as <code>Authorization: Bearer TOKEN</code>. The whole description, with every field,
        is <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">What it does</th>
            <th scope="col">Who</th>
          </tr>
        </thead>
        <tbody>
          {loaderData.map(({ path, method, summary, who }) => (
            <tr key={method + path}>
              <td>
                <code>
                  {method} {path}
                </code>
              </td>
              <td>{summary}</td>
              <td>{who === "user" ? "members" : "anyone"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
