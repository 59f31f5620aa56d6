import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { pair, quiet, row } from "#app/ui/styles/layout.css.ts";

import * as styles from "./profile.css.ts";

/** Finds a field by name. */
export type At = (name: string) => Field;

export interface PositionsProps {
  at: At;
  /** The number of positions in the form. */
  count: number;
  /** Whether one of its buttons has just been pressed. */
  isOpen: boolean;
}

const maxRows = 10;

/** Without scripts, the server moves rows and keeps what was typed. With scripts, nothing is sent. */
export function Positions({ at, count, isOpen }: PositionsProps) {
  // Each row's number when the form was loaded. New rows count down from 0.
  const [rows, setRows] = useState(() => Array.from({ length: Math.max(1, count) }, (_, index) => index + 1));
  const length = useRef(rows.length);
  useEffect(() => {
    const target = rows.length > length.current ? `profile-position${rows.length}Title` : "add-position";
    if (rows.length !== length.current) document.getElementById(target)?.focus();
    length.current = rows.length;
  }, [rows]);
  const change = (next: (rows: number[]) => number[]) => (event: MouseEvent) => {
    event.preventDefault();
    setRows(next);
  };
  const add = change((before) => [...before, Math.min(1, ...before) - 1]);
  const remove = (at: number) => change((before) => before.filter((_, index) => index !== at));
  const raise = (at: number) =>
    change((before) => before.toSpliced(at, 1).toSpliced(at - 1, 0, ...before.slice(at, at + 1)));
  const hasError = rows.some((_, index) =>
    ["Title", "Company", "From", "To"].some((part) => at(`position${index + 1}${part}`).errors),
  );
  const act = (intent: string) =>
    ({
      name: "intent",
      value: intent,
      formNoValidate: true,
      formEncType: "application/x-www-form-urlencoded",
      formAction: "/profile?edit#positions",
      variant: "link",
    }) as const;
  return (
    <div id="positions">
      <Folded
        className={styles.folded}
        title="From college to today"
        note={count === 0 ? "No positions yet" : count === 1 ? "1 position" : `${count} positions`}
        isOpen={isOpen || hasError}
      >
        <input type="hidden" name="positionRows" value={rows.length} />
        {rows.map((origin, index) => (
          <CareerStep key={origin} at={at} origin={origin} number={index + 1}>
            {index > 0 && (
              <Button
                {...act(`raise-position-${index + 1}`)}
                onClick={raise(index)}
                aria-label={`Move up position ${index + 1}`}
              >
                Move up
              </Button>
            )}
            <Button
              {...act(`remove-position-${index + 1}`)}
              onClick={remove(index)}
              aria-label={`Remove position ${index + 1}`}
            >
              Remove
            </Button>
          </CareerStep>
        ))}
        {rows.length < maxRows ? (
          <p>
            {/* app/device/scripts/form-drafts.ts presses it to restore the rows of a saved draft. */}
            <Button
              {...act("add-position")}
              variant="outline"
              id="add-position"
              data-adds="position"
              onClick={add}
            >
              Add a position
            </Button>
          </p>
        ) : (
          <p className={quiet}>You have ten positions, which is the maximum.</p>
        )}
      </Folded>
    </div>
  );
}

function CareerStep({
  at,
  origin,
  number,
  children,
}: {
  at: At;
  origin: number;
  number: number;
  children: React.ReactNode;
}) {
  const field = (part: string) => {
    const { id, name, errors, rules } = at(`position${number}${part}`);
    const initialValue = origin > 0 ? at(`position${origin}${part}`).initialValue : undefined;
    return { id, name, errors, rules, initialValue };
  };
  const month = {
    type: "month",
    placeholder: "2024-07",
    min: "1950-01",
    max: "2199-12",
    optional: false,
  } as const;
  return (
    <fieldset className={styles.position}>
      <legend className={styles.choicesLegend}>Position {number}</legend>
      <div className={pair}>
        <TextInput field={field("Title")} label="Title" optional={false} />
        <TextInput field={field("Company")} label="Company" list="profile-companies" optional={false} />
      </div>
      <div className={pair}>
        <TextInput field={field("From")} label="From" {...month} />
        <TextInput field={field("To")} label="To" hint="Empty if you still do this" {...month} />
      </div>
      <div className={row[3]}>{children}</div>
    </fieldset>
  );
}
