import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { item } from "#app/ui/list.css.ts";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import type { BinItem } from "./bin-list.server.ts";

/** One item in the bin. Its buttons post to `/bin`. */
export function BinRow({ thing }: { thing: BinItem }) {
  const { subject, id, title, facts, canDelete } = thing;
  const fields = (
    <>
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="id" value={id} />
    </>
  );
  return (
    <li className={item}>
      <div className={stack[1]}>
        <p className={quiet}>{subject.charAt(0).toUpperCase() + subject.slice(1)}</p>
        <p dir="auto">
          <b>{title}</b>
        </p>
        <p className={quiet}>{facts.join(" · ")}</p>
      </div>
      <div className={row[2]}>
        <Form method="post" action="/bin">
          {fields}
          <Button variant="outline" size="sm" name="intent" value="restore" aria-label={`Restore: ${title}`}>
            Restore
          </Button>
        </Form>
        {canDelete && (
          <ConfirmDelete warning="Nobody can bring it back after that." label="Delete now">
            {fields}
          </ConfirmDelete>
        )}
      </div>
    </li>
  );
}
