import { useEffect } from "react";
import { useLocation, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./profile.css.ts";
import { Asking, findGroup, Mentoring, Study, Work, You } from "./profile-fields.tsx";

/** The loader's data for the form. */
export interface ProfileFormPage {
  rules: FormRules;
  values: Record<string, string>;
  avatarUrl: string | null;
  /** The most useful detail that is still empty. */
  missing: string | null;
  /** Suggestions: what other members have entered. */
  branches: string[];
  programmes: readonly (readonly [string, string])[];
  companies: string[];
}

/** The form with all of a member's details and their audiences: contract of the API, "a user". */
export function ProfileForm({
  page: { rules, values, avatarUrl, missing, branches, programmes, companies },
  hasMovedPositions,
}: {
  page: ProfileFormPage;
  /** Whether the form was posted by a button of the positions, which must then be open. */
  hasMovedPositions: boolean;
}) {
  const failure = useFailure();
  const [form, fields] = usePageForm({ id: "profile", rules, defaultValue: values });
  useFocusFromLink();
  const at = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`no field ${name}`);
    return field;
  };
  const typed = (failure?.initialValue ?? values) as Record<string, string | undefined>;
  const opened = failure
    ? Object.keys(failure.error ?? {}).map(findGroup)
    : [hasMovedPositions ? "work" : missing ? findGroup(missing) : typed.topics ? "you" : "asking"];
  const { state, formData } = useNavigation();
  const isSaving = state === "submitting" && (formData?.has("name") ?? false);
  return (
    <section className={styles.edit} aria-labelledby="edit">
      <div>
        <Back to="/profile">Profile</Back>
        <h1 id="edit" tabIndex={-1}>
          Edit profile
        </h1>
      </div>
      <UnlessMuted>{null}</UnlessMuted>
      <PageForm form={form} action="/profile?edit" encType="multipart/form-data" className={stack[5]}>
        <p className={quiet}>
          Only name{rules.phone?.isRequired && ", phone"} and batch year are required. Your email is changed
          in the <a href="/account">account settings</a>.
        </p>
        {/* Enter presses the first button, which must not be one of the positions' buttons. */}
        <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true" formNoValidate>
          Save
        </button>
        <You at={at} opened={opened} name={typed.name ?? ""} avatarUrl={avatarUrl} />
        <Study at={at} opened={opened} branches={branches} programmes={programmes} />
        <Work
          at={at}
          opened={opened}
          count={Number(typed.positionRows) || 0}
          isOpen={hasMovedPositions}
          companies={companies}
        />
        <Asking at={at} opened={opened} />
        <Mentoring at={at} opened={opened} />
        <div className={styles.buttons}>
          {/* The server knows every rule, so it reports all wrong fields at once. */}
          <Button loading={isSaving} formNoValidate>
            Save
          </Button>
          <ButtonLink to="/profile" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </section>
  );
}

/** The link that opened the form disappears together with the focus, which this moves to the link's target. */
function useFocusFromLink(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const target = document.getElementById(hash.slice(1));
    for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
      fold.setAttribute("open", "");
    target?.focus();
  }, [hash]);
}
