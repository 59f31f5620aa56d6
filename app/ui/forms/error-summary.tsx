import { type MouseEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";
import * as styles from "./field.css.ts";
import { LoginInNewTab } from "./form-alert.tsx";

/** Takes the focus. A page loaded with errors links to each field that has one. */
export function ErrorSummary({
  form,
  children,
}: {
  form: {
    id: string;
    errors?: string[] | undefined;
    allErrors: Record<string, unknown>;
    isLoggedOut?: boolean;
  };
  children?: ReactNode;
}) {
  const isDocument = useIsDocument();
  const [loadedNames] = useState(() => (isDocument ? Object.keys(form.allErrors).filter(Boolean) : []));
  const fieldErrors = loadedNames.flatMap((name) => {
    const [error] = toTexts(form.allErrors[name]);
    return error === undefined ? [] : [{ fieldId: `${form.id}-${name}`, error }];
  });
  const ownErrors = form.errors?.join(" ") ?? "";
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ownErrors !== "") summary.current?.focus();
  }, [ownErrors]);

  if (ownErrors === "" && fieldErrors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts nothing else takes the reader to the errors
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1} autoFocus>
      <Icon name="warn" />
      <div className={styles.summaryText}>
        {fieldErrors.length > 0 && <h2 className={styles.summaryTitle}>There is a problem</h2>}
        {ownErrors !== "" && <p>{ownErrors}</p>}
        {fieldErrors.length > 0 && (
          <ul className={styles.summaryList}>
            {fieldErrors.map(({ fieldId, error }) => (
              <li key={fieldId}>
                <a href={`#${fieldId}`} onClick={focusTarget}>
                  {error.length > maxLinkLength ? `${error.slice(0, maxLinkLength)}…` : error}
                </a>
              </li>
            ))}
          </ul>
        )}
        {form.isLoggedOut && <LoginInNewTab />}
        {children}
      </div>
    </div>
  );
}

/** Longer errors are cut here. The field shows the whole error. */
const maxLinkLength = 120;

const toTexts = (errors: unknown): string[] => (Array.isArray(errors) ? errors.map(String) : []);

/** Navigating to the address would make the router drop the errors. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(event.currentTarget.hash)?.focus();
}

function useIsDocument(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}
