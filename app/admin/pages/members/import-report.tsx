export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import * as memberStyles from "../members.css.ts";
import type { Route } from "./+types/members-import-check.ts";

export function Report({
  check,
  isRunning,
}: {
  check: NonNullable<Route.ComponentProps["loaderData"]>;
  isRunning: boolean;
}) {
  const { id, fileName, count, existing, people, problems, problemCount, leftOut, ignored, refusal } = check;
  return (
    <>
      <p className={quiet}>{fileName}</p>
      <Alert texts={refusal ? [refusal] : null} />
      {!refusal && (
        <ul className={stack[1]}>
          <li>{counted(count, "person gets", "people get")} an account and an invitation by email.</li>
          {existing > 0 && (
            <li>{counted(existing, "person has", "people have")} an account already: nothing happens.</li>
          )}
          {leftOut > 0 && <li>{counted(leftOut, "line is", "lines are")} left out, see below.</li>}
          {problemCount > leftOut && (
            <li>
              {counted(problemCount - leftOut, "person is", "people are")} invited without a part of their
              line, see below.
            </li>
          )}
          {ignored.length > 0 && <li>Ignored columns: {ignored.join(", ")}.</li>}
        </ul>
      )}
      {people.length > 0 && (
        <Table
          title="The first of them"
          head={["Name", "Email", "Batch"]}
          rows={people.map((person) => [person.name, person.email, String(person.batchYear)])}
        />
      )}
      {problems.length > 0 && (
        <Table
          title={problemCount > problems.length ? `The first ${problems.length} problems` : "Problems"}
          head={["Line", "What is wrong"]}
          rows={problems.map(({ line, text }) => [String(line), text])}
        />
      )}
      {problems.length > 0 && (
        <p>
          <a href={`/admin/members/import/${id}/problems`} download>
            Save the list of problems
          </a>
        </p>
      )}
      <Form method="post" className={row[3]}>
        {count > 0 && (
          <Button name="intent" value="run" loading={isRunning}>
            Invite {counted(count, "person", "people")}
          </Button>
        )}
        <Button name="intent" value="discard" variant="outline">
          Choose another file
        </Button>
      </Form>
    </>
  );
}

function Table({ title, head, rows }: { title: string; head: string[]; rows: string[][] }) {
  return (
    <table className={memberStyles.report}>
      <caption className={memberStyles.caption}>{title}</caption>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join("\n")}>
            {cells.map((text, index) => (
              <td key={head[index]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
