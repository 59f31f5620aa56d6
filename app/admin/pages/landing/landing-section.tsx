import { eq } from "drizzle-orm";
import { useNavigation } from "react-router";
import { features, samples } from "#app/home/content.ts";
import {
  isLandingSection,
  type LandingSection,
  landingRules,
  landingTexts,
} from "#app/home/landing-rules.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { db, landing } from "#db/index.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/landing-section.ts";
import { landingFields, landingSchema, writeLanding } from "./landing-write.server.ts";

export const handle = { title: "Home page", failed: landingTexts.loadFailed };

function requireSection(section: string | undefined): LandingSection {
  if (!isLandingSection(section)) throw new HttpError(404);
  return section;
}

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const section = requireSection(args.params.section);
  const [stored] = await db
    .select({ entries: landing.entries })
    .from(landing)
    .where(eq(landing.section, section));
  const entries = stored?.entries ?? [];
  const values = entries.flatMap(({ place, ...entry }, index) =>
    Object.entries(entry).map(([column, text]) => [`${column}${place ?? index + 1}`, text] as const),
  );
  return { section, rules: getFieldRules(landingFields(section)), values: Object.fromEntries(values) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: landingTexts.saveFailed };

export function action(args: Route.ActionArgs) {
  const section = requireSection(args.params.section);
  const fields = Object.keys(landingFields(section));
  return submitForm(args, { auth: "admin", fields, texts }, async (form, admin) => {
    const entries = form.parse(landingSchema(section));
    await writeLanding(admin.id, section, { entries, isHidden: false }, "changed on the home page");
    const { title, unedited } = landingRules[section];
    const text =
      entries.length === 0
        ? `“${title}” shows ${unedited} again.`
        : `“${title}” is saved and on the home page.`;
    return redirectWithFlash(args.context, "/admin/landing", { text, at: section });
  });
}

export const clientAction = preserveForm(texts);

export default function EditSection({ loaderData }: Route.ComponentProps) {
  const { section, rules, values } = loaderData;
  const { title, entry, maxEntries, columns, ...about } = landingRules[section];
  const [form, fields] = usePageForm({ id: "section-form", rules, defaultValue: values });
  const isSaving = useNavigation().state === "submitting";
  const rows = Object.entries(columns);
  const hasOneColumn = rows.length === 1;
  const numbers = Array.from({ length: maxEntries }, (_, index) => `${index + 1}`);
  const summarize = (n: string) => rows.flatMap(([column]) => values[column + n] ?? []).join(", ");
  const firstEmpty = numbers.find((n) => summarize(n) === "");
  const hasSamples = section !== "features" && Object.keys(values).length === 0;
  const entries = numbers.map((n) => {
    const title = `${entry} ${n}`;
    const usual: Record<string, unknown> = { ...findUsual(section, Number(n) - 1) };
    const controls = rows.map(([column, rule]) => (
      <Control
        key={column}
        isLong={column === "quote" || column === "text"}
        label={hasOneColumn ? title : rule.label}
        field={fields[column + n]}
        placeholder={section === "features" || hasSamples ? String(usual[column] ?? "") : undefined}
      />
    ));
    if (hasOneColumn) return controls;
    const name = values[`title${n}`] ?? values[`name${n}`] ?? usual.title;
    const isWrong = rows.some(([column]) => fields[column + n]?.errors);
    return (
      <Folded
        key={n}
        title={<h2>{name ? String(name) : title}</h2>}
        note={
          section === "features"
            ? summarize(n) && "Changed"
            : summarize(n)
              ? title
              : hasSamples
                ? `Sample: ${usual.name}`
                : "Empty"
        }
        isOpen={isWrong || n === firstEmpty}
        className={styles.folded}
      >
        <fieldset className={styles.entryFields} aria-label={title}>
          {controls}
        </fieldset>
      </Folded>
    );
  });
  return (
    <>
      <Title>{title}</Title>
      <div>
        <Back to="/admin/landing">Home page</Back>
        <h1>{title}</h1>
      </div>
      <p className={quiet}>
        {"heading" in about && `Under “${about.heading}”. Name only people who have agreed. `}
        {section === "features"
          ? "The drawings and links stay as they are. A text that you leave empty keeps its usual words, in grey."
          : `At most ${maxEntries}. Empty entries are left out. If all are empty, the samples come back.`}
      </p>
      <PageForm form={form} className={stack[4]}>
        {hasOneColumn ? <div className={styles.numbered}>{entries}</div> : <div>{entries}</div>}
        <div className={row[3]}>
          <Button loading={isSaving}>Save</Button>
          <ButtonLink to="/admin/landing" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

/** What the section shows in this position without an entry. */
const findUsual = (section: LandingSection, index: number) =>
  (section === "features" ? features : samples[section])[index];

function Control({
  isLong,
  field,
  ...rest
}: {
  isLong: boolean;
  label: string;
  field: Field | undefined;
  placeholder: string | undefined;
}) {
  if (!field) return null;
  const Part = isLong ? TextArea : TextInput;
  return <Part field={field} optional={false} {...rest} />;
}
