import { Form } from "react-router";
import { AskOnce } from "#app/ui/ask-once.tsx";
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
    <AskOnce
      opener={isAsked ? "Decline…" : "Stop organizing…"}
      question={isAsked ? "Decline to organize this event?" : "Stop organizing this event?"}
    >
      <Button variant="danger" name="intent" value="leave">
        {isAsked ? "Decline" : "Stop organizing"}
      </Button>
    </AskOnce>
  </Form>
);
