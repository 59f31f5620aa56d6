import { desc } from "drizzle-orm";
import { Link } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { renameTagSchema } from "#app/questions/input.server.ts";
import { renameTag } from "#app/questions/moderation.server.ts";
import { questionTexts } from "#app/questions/texts.ts";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { More } from "#app/ui/more.tsx";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { halves, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { db, tags } from "#db/index.ts";
import type { Route } from "./+types/tags.ts";
import * as styles from "./admin.css.ts";

const maxListed = 200;

export const handle = { title: "Tags", failed: "Failed to load tags" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const list = await db
    .select({ name: tags.name, count: tags.questionCount })
    .from(tags)
    .orderBy(desc(tags.questionCount), tags.name)
    .limit(maxListed);
  const chosen = args.url.searchParams.get("tag") ?? "";
  return { list, chosen, rules: getFieldRules(renameTagSchema.shape) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const fields = ["tag", "name"];

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "admin", fields, texts: questionTexts }, async (form, viewer) => {
    const { tag, name } = form.parse(renameTagSchema);
    await renameTag(viewer, tag.toLowerCase(), name);
    return redirectWithFlash(args.context, "/admin/tags", { text: `The tag is called ${name} now.` });
  });

export const clientAction = preserveForm(questionTexts);

export default function AdminTags({ loaderData }: Route.ComponentProps) {
  const { list, chosen } = loaderData;
  const isOn = useIsOn();
  return (
    <>
      <div className={styles.tagsHead}>
        <div className={stack[2]}>
          <Title heading>Tags</Title>
          {list.length > 0 && <p className={quiet}>Each with the number of its questions.</p>}
        </div>
        <RenameForm key={chosen} page={loaderData} />
      </div>
      <List
        rows={list}
        next={null}
        className={styles.tags}
        empty={["No tags yet", "Tags appear with the first questions."]}
      >
        {({ name, count }) => (
          <li key={name} className={styles.tag}>
            {isOn("/questions") ? (
              <Link to={`/questions?tag=${encodeURIComponent(name)}`}>{name}</Link>
            ) : (
              <span>{name}</span>
            )}
            <span className={quiet}>
              {count === 0 ? "unused" : count}
              {count > 0 && (
                <span className={visuallyHidden}>{count === 1 ? " question" : " questions"}</span>
              )}
            </span>
            <More label={`More about ${name}`}>
              <ButtonLink
                to={`/admin/tags?tag=${encodeURIComponent(name)}`}
                variant="link"
                size="sm"
                aria-label={`Rename ${name}`}
              >
                Rename…
              </ButtonLink>
            </More>
          </li>
        )}
      </List>
    </>
  );
}

function RenameForm({ page: { rules, list, chosen } }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({ id: "rename-tag", rules, defaultValue: { tag: chosen } });
  return (
    <details open={chosen !== "" || Object.keys(form.allErrors).length > 0}>
      <summary className={buttonClass({ variant: "outline", size: "sm" })}>Rename a tag</summary>
      <PageForm form={form} action="/admin/tags" className={`${stack[4]} ${styles.renaming}`}>
        <div className={halves}>
          <TextInput field={fields.tag} label="Tag" list="tags" autoCapitalize="none" />
          <TextInput
            field={fields.name}
            label="New name"
            hint="If another tag has this name, the two become one."
            autoCapitalize="none"
          />
        </div>
        <datalist id="tags">
          {list.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p>
          <Button>Rename</Button>
        </p>
      </PageForm>
    </details>
  );
}
