import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** Ends a session or a token. @param name which one, for screen readers */
export const EndForm = ({ id, name }: { id: string; name: string }) => (
  <Form method="post">
    <input type="hidden" name="id" value={id} />
    <Button variant="outline" size="sm" name="intent" value="end" aria-label={`End ${name}`}>
      End
    </Button>
  </Form>
);
