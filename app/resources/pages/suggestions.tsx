import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import type { Suggestion } from "../suggest.ts";
import * as styles from "./upload.css.ts";
import { fieldLabels } from "./upload-fields.ts";

const textOf = ({ name, shown }: Suggestion) => `${fieldLabels[name]}: ${shown}`;

/** What the file's name suggests while it is being uploaded. Nothing is filled in before it is pressed. */
export const OfferedValues = ({
  suggestions,
  onUse,
}: {
  suggestions: readonly Suggestion[];
  onUse: (used: readonly Suggestion[]) => void;
}) =>
  suggestions.length > 0 && (
    <div className={row[2]}>
      <span className={quiet}>From its name:</span>
      {suggestions.map((each) => (
        <Button key={each.name} type="button" variant="outline" size="sm" onClick={() => onUse([each])}>
          Use {textOf(each)}
        </Button>
      ))}
    </div>
  );

/** What the file suggests on the edit page, as links that load the form with it and store nothing. */
export const SuggestedLinks = ({
  suggestions,
  used,
}: {
  suggestions: readonly Suggestion[];
  used: readonly string[];
}) => {
  const hrefOf = (names: readonly string[]) =>
    `?${new URLSearchParams([...used, ...names].map((name) => ["use", name]))}`;
  return (
    suggestions.length > 0 && (
      <section aria-label="Suggestions from the file">
        <p className={quiet}>
          The file suggests these. Choose before you type: nothing is saved until you save.
        </p>
        <ul className={row[3]}>
          {suggestions.map((each) => (
            <li key={each.name}>
              <Link to={hrefOf([each.name])} reloadDocument className={styles.suggestion}>
                Use {textOf(each)}
              </Link>
            </li>
          ))}
          {suggestions.length > 1 && (
            <li>
              <Link
                to={hrefOf(suggestions.map(({ name }) => name))}
                reloadDocument
                className={styles.suggestion}
              >
                Use all
              </Link>
            </li>
          )}
        </ul>
      </section>
    )
  );
};
