import { useContext } from "react";
import { Alert, Checkbox } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { LinkedLines } from "#app/ui/linked-text.tsx";
import { SiteContext } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { privacyLines } from "../../privacy.ts";
import { authTexts } from "../../texts.ts";
import * as styles from "./auth.css.ts";
import type { loadConditions } from "./conditions.server.ts";

/** Shown above the button of every form that creates an account. @param formId the form's, for the link to the error */
export function Conditions({
  conditions,
  formId,
}: {
  conditions: ReturnType<typeof loadConditions> | undefined;
  formId: string;
}) {
  const failure = useFailure();
  const { name } = useContext(SiteContext);
  if (!conditions) return null;
  const { rulesHtml, privacyText, asksConsent } = conditions;
  return (
    <div className={stack[3]}>
      <ul className={styles.privacy}>
        {privacyLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <LinkedLines text={privacyText} />
      {rulesHtml && (
        <details className={styles.rules}>
          <summary>The rules of {name}</summary>
          <Prose html={rulesHtml} className={styles.rulesText} />
        </details>
      )}
      {asksConsent && (
        <div className={stack[2]}>
          <Checkbox
            id={`${formId}-guardianConsent`}
            name="guardianConsent"
            label={authTexts.consentLabel}
            required
            defaultChecked={failure?.initialValue?.guardianConsent === "on"}
          />
          <Alert texts={failure?.error?.guardianConsent} />
        </div>
      )}
    </div>
  );
}
