import { Form } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/job.ts";
import * as styles from "./job.css.ts";

/** Members who can refer applicants, with a link to message each, and the button to be listed. */
export function Referrals({
  job: { title, company, url, isOpen, canRefer, isReferrer, referrers },
}: {
  job: Route.ComponentProps["loaderData"];
}) {
  if (!isOpen || (referrers.length === 0 && !canRefer && !isReferrer)) return null;
  return (
    <section className={styles.part} id="referrals">
      <h2>Referrals</h2>
      {referrers.length > 0 && (
        <ul className={stack[3]}>
          {referrers.map(({ id, person }) => (
            <li key={id} className={stack[2]}>
              <PersonLine person={person} size="md" />
              <details className={styles.tracking}>
                <summary>Ask for a referral</summary>
                <Form method="post" action={`/messages/${id}`} className={stack[3]}>
                  <TextArea
                    field={{
                      id: `ask-${id}`,
                      name: "content",
                      initialValue: `Hello, could you refer me for “${title}” at ${company}? ${url}`,
                    }}
                    label="Your message"
                    optional={false}
                    rows={4}
                  />
                  <div>
                    <Button variant="outline">Send</Button>
                  </div>
                </Form>
              </details>
            </li>
          ))}
        </ul>
      )}
      {(canRefer || isReferrer) && (
        <Form method="post" className={row[3]} preventScrollReset>
          <Button variant="outline" size="sm" name="intent" value={isReferrer ? "unrefer" : "refer"}>
            {isReferrer ? "I can't refer any more" : "I can refer"}
          </Button>
          <span className={quiet}>
            {isReferrer
              ? "Members see you here and may ask you."
              : `Your profile says that you work at ${company}.`}
          </span>
        </Form>
      )}
    </section>
  );
}
