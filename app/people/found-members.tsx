import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { type Person, PersonLine } from "./person.tsx";

/** The members whom a search found, each with a button. @param verb what it says, before the member's name */
export const FoundMembers = ({
  found,
  action,
  intent,
  verb,
  className,
}: {
  found: { id: string; person: Person }[];
  action: string;
  intent: string;
  verb: string;
  className: string;
}) => (
  <ul className={className} aria-label="Members found">
    {found.map(({ id, person }) => (
      <li key={id}>
        <PersonLine person={person} />
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="member" value={id} />
          <Button
            size="sm"
            variant="outline"
            name="intent"
            value={intent}
            aria-label={`${verb} ${person.name}`}
          >
            {verb}
          </Button>
        </Form>
      </li>
    ))}
  </ul>
);
