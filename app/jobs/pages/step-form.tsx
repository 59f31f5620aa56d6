import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { LoginInNewTab } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { useDraftSaving } from "#app/ui/forms/use-draft-saving.ts";
import { Icon } from "#app/ui/icon.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/post.ts";
import { fieldsOfStep } from "./form-fields.tsx";
import * as styles from "./post.css.ts";

const titles = { 1: "Opportunity details", 2: "Application requirements", 3: "Company details" } as const;
export const steps = [1, 2, 3] as const;

/** The wizard's steps, with the current one marked. */
export const Steps = ({ current }: { current: number }) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map((step) => (
      <li
        key={step}
        className={styles.step}
        aria-current={step === current ? "step" : undefined}
        data-done={step < current || undefined}
      >
        <span className={styles.stepNumber}>{step < current ? <Icon name="check" size={16} /> : step}</span>
        <span>{titles[step]}</span>
      </li>
    ))}
  </ol>
);

/** One step of the wizard. Its input is saved as a draft. */
export function StepForm({
  page: { step, draft, rules, result, loadedAt, logo },
}: {
  page: Route.ComponentProps["loaderData"];
}) {
  const failure = useFailure();
  const [form, fields] = usePageForm({
    id: `post-job-${step}`,
    failure: failure ?? result,
    rules,
    defaultValue: draft,
  });
  const url = `/post-job?step=${step}`;
  const { hint, onInput } = useDraftSaving(url, failure ? failure.repliedAt : loadedAt);
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData !== undefined;
  const isSubmitting = isBusy && formData?.get("intent") === "submit";
  const Fields = fieldsOfStep[step];
  return (
    <PageForm
      form={form}
      action={url}
      className={stack[4]}
      onInput={onInput}
      heading={<h2 className={visuallyHidden}>{titles[step]}</h2>}
    >
      <input type="hidden" name="step" value={step} />
      <Fields fields={fields} />
      <p className={styles.soft}>{hint}</p>
      {/* Enter presses the first button, which must not be "Previous". */}
      <div className={styles.buttons}>
        {step < 3 ? (
          <Button name="intent" value="next" loading={isBusy}>
            Next
          </Button>
        ) : (
          <Button name="intent" value="submit" loading={isSubmitting}>
            {isSubmitting ? "Posting..." : "Post Opportunity"}
          </Button>
        )}
        {step === 3 && (
          <Button variant="outline" name="intent" value="preview">
            Preview
          </Button>
        )}
        {step > 1 && (
          <Button variant="outline" name="intent" value="previous" formNoValidate>
            Previous
          </Button>
        )}
        <details>
          <summary className={buttonClass({ variant: "outline" })}>Cancel…</summary>
          <div className={stack[2]}>
            <p>This deletes what you typed in all three steps. Nothing is posted.</p>
            <div>
              <Button size="sm" variant="danger" name="intent" value="cancel" formNoValidate>
                Delete my draft
              </Button>
            </div>
          </div>
        </details>
      </div>
      <Refusal id={form.id} />
      {step === 3 && (
        <div className={row[3]}>
          <Avatar name={fields.companyName.initialValue ?? null} avatarUrl={logo} square />
          <Button variant="outline" name="intent" value="logo" formNoValidate>
            {logo ? "Change the logo…" : "Add the company's logo…"}
          </Button>
        </div>
      )}
    </PageForm>
  );
}

/** The error of a button, shown beside it. */
function Refusal({ id }: { id: string }) {
  const failure = useFailure();
  const texts = failure?.error?.intent;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) place.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (!texts) return null;
  return (
    <div ref={place} id={`${id}-intent`} tabIndex={-1}>
      <Alert texts={texts} />
      {failure.isLoggedOut && <LoginInNewTab />}
    </div>
  );
}
