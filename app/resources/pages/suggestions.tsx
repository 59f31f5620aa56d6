import type { MouseEvent, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import type { Suggestion } from "../suggest.ts";
import * as styles from "./upload.css.ts";
import { fieldLabels } from "./upload-fields.ts";

const textOf = ({ name, shown }: Suggestion) => `${fieldLabels[name]}: ${shown}`;

/**
 * What the file's name suggests while it is being uploaded. Nothing is filled in until the member presses a suggestion.
 */
export const OfferedValues = ({ suggestions }: { suggestions: readonly Suggestion[] }) =>
  suggestions.length > 0 && (
    <div className={row[2]}>
      <span className={quiet}>From its name:</span>
      {suggestions.map((each) => (
        <Button
          key={each.name}
          type="button"
          variant="outline"
          size="sm"
          onClick={(event) => fillIn(event, [each])}
        >
          Use {textOf(each)}
        </Button>
      ))}
    </div>
  );

/** What the file suggests on the edit page. Without scripts its buttons send the form, which comes back filled in. */
export const SuggestedValues = ({ suggestions }: { suggestions: readonly Suggestion[] }) =>
  suggestions.length > 0 && (
    <section className={styles.suggested} aria-label="Suggestions from the file">
      <p className={quiet}>The file suggests these. Nothing is saved until you save.</p>
      <div className={row[2]}>
        {suggestions.map((each) => (
          <UseButton key={each.name} intent={`use-${each.name}`} used={[each]}>
            Use {textOf(each)}
          </UseButton>
        ))}
        {suggestions.length > 1 && (
          <UseButton intent="use-all" used={suggestions}>
            Use all
          </UseButton>
        )}
      </div>
    </section>
  );

const UseButton = ({
  intent,
  used,
  children,
}: {
  intent: string;
  used: readonly Suggestion[];
  children: ReactNode;
}) => (
  <Button
    name="intent"
    value={intent}
    variant="outline"
    size="sm"
    formNoValidate
    onClick={(event) => {
      event.preventDefault();
      fillIn(event, used);
    }}
  >
    {children}
  </Button>
);

function fillIn(
  { currentTarget: { form } }: MouseEvent<HTMLButtonElement>,
  values: readonly Suggestion[],
): void {
  for (const { name, value } of values) {
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    field.value = value;
    field.closest("details")?.setAttribute("open", "");
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
