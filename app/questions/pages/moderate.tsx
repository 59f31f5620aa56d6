import { Link } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import { things } from "#db/things.ts";
import { aboutPost } from "../access.server.ts";
import { hideSchema, mergeSchema } from "../input.server.ts";
import { mergeQuestion, setHidden, setLocked } from "../moderation.server.ts";
import { questionPath } from "../slug.ts";
import { questionTexts } from "../texts.ts";
import type { Route } from "./+types/moderate.ts";
import { redirectFromMerged, requirePost } from "./find-post.server.ts";
import * as styles from "./questions.css.ts";

export const handle = { title: "Moderate", failed: "Failed to load the question" };

export async function loader(args: Route.LoaderArgs) {
  const { params, url, context } = args;
  const viewer = await requireAdmin(args);
  const found = await requirePost(viewer, params.id, url).catch(redirectFromMerged(context));
  return { rules: getFieldRules({ ...hideSchema.shape, ...mergeSchema.shape }), post: present(found) };
}

const present = ({ question, kind, post }: Awaited<ReturnType<typeof requirePost>>) => ({
  kind,
  by: things[kind].by,
  path: questionPath(question) + (kind === "question" ? "" : `#${kind}-${post.id}`),
  title: question.title,
  text: post.body.slice(0, 300),
  author: post.authorName,
  isHidden: post.hiddenAt !== null,
  isLocked: question.lockedAt !== null,
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const find = (viewer: Viewer) => {
    if (!viewer.isAdmin) throw new HttpError(403, "This page is for administrators.");
    return requirePost(viewer, args.params.id, args.url);
  };
  const page = args.url.pathname + args.url.search;
  const back = (question: { id: number; title: string }, text: string, undo?: "show" | "lock" | "unlock") =>
    redirectWithFlash(args.context, questionPath(question), {
      text,
      ...(undo && { undo: { action: page, fields: { intent: undo } } }),
    });
  const hide = async (viewer: Viewer, form: PostedForm | null) => {
    const { question, kind, post } = await find(viewer);
    const subject = aboutPost(post);
    const reason = form?.parse(hideSchema).reason ?? null;
    await setHidden(viewer, kind, post.id, { reason, subject });
    return reason === null
      ? back(question, `The ${kind} is shown again.`)
      : back(question, `The ${kind} is hidden.`, "show");
  };
  const lock = (isLocked: boolean) => async (_: PostedForm, viewer: Viewer) => {
    const { question } = await find(viewer);
    await setLocked(viewer, question, isLocked);
    return isLocked
      ? back(question, "The question is locked.", "unlock")
      : back(question, "The question is open again.", "lock");
  };
  return submitForm(
    args,
    { auth: "member", fields: ["reason", "into"], texts: questionTexts },
    {
      hide: (form, viewer) => hide(viewer, form),
      show: (_, viewer) => hide(viewer, null),
      lock: lock(true),
      unlock: lock(false),
      async merge(form, viewer) {
        const { question } = await find(viewer);
        const { into } = form.parse(mergeSchema);
        return back(await mergeQuestion(viewer, question, into), "The question is merged into this one.");
      },
    },
  );
};

export const clientAction = preserveForm(questionTexts);

export default function Moderate({ loaderData: page }: Route.ComponentProps) {
  const { post, rules } = page;
  const [form, fields] = usePageForm({ id: "moderate", rules });
  return (
    <div className={styles.thing}>
      <Title>{handle.title}</Title>
      <h1>{`Moderate this ${post.kind}`}</h1>
      <p>
        <Link to={post.path} dir="auto">
          {post.title}
        </Link>
      </p>
      <blockquote className={styles.notice}>{post.text}</blockquote>
      <p className={quiet}>
        {post.by} <bdi>{post.author}</bdi>
      </p>
      <PageForm form={form} className={stack[4]}>
        <section className={styles.part}>
          <h2 className={styles.rowTitle}>Hide</h2>
          {post.isHidden ? (
            <div>
              <Button name="intent" value="show" formNoValidate>
                Show it again
              </Button>
            </div>
          ) : (
            <>
              <TextInput
                field={fields.reason}
                label="Reason"
                hint="Its author will read it."
                required={false}
                optional={false}
              />
              <div>
                <Button name="intent" value="hide" variant="danger">
                  Hide it
                </Button>
              </div>
            </>
          )}
        </section>
        {post.kind === "question" && (
          <>
            <section className={styles.part}>
              <h2 className={styles.rowTitle}>Lock</h2>
              <p>A locked question takes no more answers and comments.</p>
              <div>
                <Button
                  name="intent"
                  value={post.isLocked ? "unlock" : "lock"}
                  variant="outline"
                  formNoValidate
                >
                  {post.isLocked ? "Unlock it" : "Lock it"}
                </Button>
              </div>
            </section>
            <section className={styles.part}>
              <h2 className={styles.rowTitle}>Merge</h2>
              <TextInput
                field={fields.into}
                label="Merge into"
                hint="The number or address of the other question. This address then leads there, and answers and followers move."
                required={false}
                optional={false}
              />
              <div>
                <Button name="intent" value="merge" variant="outline">
                  Merge
                </Button>
              </div>
            </section>
          </>
        )}
      </PageForm>
    </div>
  );
}
