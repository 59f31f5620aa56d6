import { eq } from "drizzle-orm";
import { data, Form, useNavigation } from "react-router";
import { db, landing } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { landingFields, landingSchema } from "../../schemas/landing.ts";
import {
  isLandingSection,
  type LandingSection,
  landingRules,
  landingTexts,
} from "../../schemas/landing-rules.ts";
import { Back } from "../../ui/back.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextInput } from "../../ui/field.tsx";
import { type Field, type FormFailure, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/landing-section.ts";
import * as styles from "./admin.css.ts";
import { writeLanding } from "./landing-write.server.ts";
import * as memberStyles from "./members.css.ts";

function requireSection(section: string | undefined): LandingSection {
  if (!isLandingSection(section)) throw data("There is nothing here.", 404);
  return section;
}

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const section = requireSection(args.params.section);
  const rows = await queryOrNull(args.context, () =>
    db.select({ entries: landing.entries }).from(landing).where(eq(landing.section, section)),
  );
  const entries = rows?.[0]?.entries ?? [];
  const values = entries.flatMap(({ place, ...entry }, index) =>
    Object.entries(entry).map(([column, text]) => [`${column}${place ?? index + 1}`, text] as const),
  );
  return {
    section,
    rules: getFieldRules(landingFields(section)),
    values: rows && Object.fromEntries(values),
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: landingTexts.saveFailed };

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  const section = requireSection(args.params.section);
  return submitForm(args, { fields: Object.keys(landingFields(section)), texts }, async (form) => {
    const entries = form.parse(landingSchema(section));
    await writeLanding(admin.id, section, { entries, isHidden: false }, "changed on the home page");
    const { title, unedited } = landingRules[section];
    const text =
      entries.length === 0
        ? `“${title}” shows ${unedited} again.`
        : `“${title}” is saved and on the home page.`;
    return redirectAndTell(args.context, "/admin/landing", { text, at: section });
  });
}

export const clientAction = keepForm(texts);

export default function EditSection({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData && (loaderData.values || actionData) ? (
    <SectionForm page={{ ...loaderData, values: loaderData.values ?? {} }} failure={actionData?.failure} />
  ) : (
    <LoadFailure text={landingTexts.loadFailed} />
  );
}

interface Page {
  section: LandingSection;
  rules: ReturnType<typeof getFieldRules>;
  values: Record<string, string>;
}

function SectionForm({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { section, rules, values } = page;
  const { title, entry, maxEntries, columns } = landingRules[section];
  const [form, fields, formProps] = usePageForm({
    id: "section-form",
    lastResult: failure,
    rules,
    defaultValue: values,
  });
  const isSaving = useNavigation().state === "submitting";
  return (
    <>
      <Title>{title}</Title>
      <div>
        <Back to="/admin/landing">Home page</Back>
        <h1>{title}</h1>
      </div>
      <p className={styles.quiet}>
        {section === "features"
          ? "The drawings and links stay. An empty one keeps its usual words."
          : `At most ${maxEntries}. An empty one is left out; with all of them empty, the samples come back.`}
      </p>
      <Form method="post" className={memberStyles.form} {...formProps}>
        <ErrorSummary form={form} failure={failure} />
        {Array.from({ length: maxEntries }, (_, index) => `${index + 1}`).map((n) => (
          <fieldset key={n} className={styles.entry}>
            <legend className={memberStyles.name}>{`${entry} ${n}`}</legend>
            {Object.entries(columns).map(([column, rule]) => (
              <Control key={column} column={column} {...rule} field={fields[column + n]} />
            ))}
          </fieldset>
        ))}
        <div className={styles.more}>
          <Button loading={isSaving}>Save</Button>
          <ButtonLink to="/admin/landing" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

function Control({
  column,
  label,
  max,
  field,
}: {
  column: string;
  label: string;
  max: number;
  field: Field | undefined;
}) {
  if (!field) return null;
  if (column === "quote") return <TextArea field={field} label={label} maxLength={max} />;
  return <TextInput field={field} label={label} maxLength={max} optional={false} />;
}
