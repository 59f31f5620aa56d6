import { desc } from "drizzle-orm";
import { Form, Link } from "react-router";
import { db, tags } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { renameTag } from "../../questions/moderation.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { renameTagSchema } from "../../schemas/question.ts";
import { questionTexts } from "../../schemas/question-texts.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/tags.ts";
import * as styles from "./admin.css.ts";
import * as memberStyles from "./members.css.ts";

const maxListed = 200;

export async function loader(args: Route.LoaderArgs) {
  const errorTexts = getFieldErrorTexts(renameTagSchema.shape);
  await requireAdmin(args);
  const list = await queryOrNull(args.context, () =>
    db
      .select({ name: tags.name, count: tags.questionCount })
      .from(tags)
      .orderBy(desc(tags.questionCount), tags.name)
      .limit(maxListed),
  );
  return { errorTexts, list, chosen: args.url.searchParams.get("tag") ?? "" };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: questionTexts.failed, loggedOut: questionTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireAdmin(args);
  return submitForm(args, { fields: ["tag", "name"], texts }, async (form) => {
    const { tag, name } = form.parse(renameTagSchema);
    await renameTag(viewer, tag.toLowerCase(), name);
    return redirectAndTell(args.context, "/admin/tags", { text: `The tag is called ${name} now.` });
  });
}

export const clientAction = keepForm(texts);

export default function AdminTags({ loaderData, actionData }: Route.ComponentProps) {
  const list = loaderData?.list;
  return (
    <>
      <Title>Tags</Title>
      <h1>Tags</h1>
      <RenameForm key={loaderData?.chosen} page={loaderData} failure={actionData?.failure} />
      {!list && <LoadFailure text="Failed to load tags" />}
      {list?.length === 0 && (
        <EmptyState title="No tags yet">
          <p>They come with the first questions.</p>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {list?.map(({ name, count }) => (
          <li key={name} className={styles.tag}>
            <Link to={`/questions?tag=${encodeURIComponent(name)}`}>{name}</Link>
            <span className={styles.quiet}>{count === 1 ? "1 question" : `${count} questions`}</span>
            <Link to={`/admin/tags?tag=${encodeURIComponent(name)}`} aria-label={`Rename ${name}`}>
              Rename
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function RenameForm({
  page,
  failure,
}: {
  page: Route.ComponentProps["loaderData"];
  failure: NonNullable<Route.ComponentProps["actionData"]>["failure"] | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "rename-tag",
    lastResult: failure,
    errorTexts: page?.errorTexts ?? { tag: {}, name: {} },
    defaultValue: { tag: page?.chosen ?? "" },
  });
  return (
    <Form method="post" action="/admin/tags" className={memberStyles.form} {...formProps}>
      <ErrorSummary form={form} failure={failure} />
      <TextInput field={fields.tag} label="Tag" required maxLength={30} list="tags" autoCapitalize="none" />
      <datalist id="tags">
        {page?.list?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextInput
        field={fields.name}
        label="New name"
        hint="Where another tag has this name, the two become one."
        required
        maxLength={30}
        autoCapitalize="none"
      />
      <p>
        <Button>Rename</Button>
      </p>
    </Form>
  );
}
