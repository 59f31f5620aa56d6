import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { row } from "#app/ui/styles/layout.css.ts";

/** The buttons to accept or decline an invitation, or to stop organizing. */
export const OrganizingAnswer = ({ id, isAsked }: { id: string; isAsked: boolean }) => (
  <Form method="post" action={`/events/${id}/organizers`} preventScrollReset className={row[3]}>
    {isAsked && (
      <Button name="intent" value="accept">
        Accept
      </Button>
    )}
    <Button variant="outline" name="intent" value="leave">
      {isAsked ? "Decline" : "Stop organizing"}
    </Button>
  </Form>
);
