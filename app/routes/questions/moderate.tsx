import { data, Form, Link } from "react-router";
import { quoteThing } from "#db/audit.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, orErrorPage, requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { mergeQuestion, setHidden, setLocked } from "../../questions/moderation.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { hideSchema, mergeSchema } from "../../schemas/question.ts";
import { questionTexts } from "../../schemas/question-texts.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/moderate.ts";
import { findPost, loadOrLeave } from "./find-post.server.ts";
import * as styles from "./questions.css.ts";

const verbs = { question: "Asked by", answer: "Answered by", comment: "Commented by" };
const forAdministrators = "This page is for administrators.";

export async function loader(args: Route.LoaderArgs) {
  const rules = getFieldRules({ ...hideSchema.shape, ...mergeSchema.shape });
  if (args.context.get(hasSessionEnded)) return { rules, post: null };
  const viewer = await requireAdmin(args);
  const found = await loadOrLeave(args.context, () => findPost(viewer, args.params.id, args.url));
  if (!found) return null;
  const { question, kind, post } = found;
  return {
    rules,
    post: {
      kind,
      path: questionPath(question) + (kind === "question" ? "" : `#${kind}-${post.id}`),
      title: question.title,
      text: post.body.slice(0, 300),
      author: post.authorName,
      isHidden: post.hiddenAt !== null,
      isLocked: question.lockedAt !== null,
    },
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: questionTexts.failed, loggedOut: questionTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: ["intent", "reason", "into"], texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    if (!viewer.isAdmin) throw new HttpError(403, forAdministrators);
    const { question, kind, post } = await findPost(viewer, args.params.id, args.url);
    const subject = kind === "question" ? quoteThing(question.title, question.authorName) : post.authorName;
    const page = args.url.pathname + args.url.search;
    const back = (text: string, undo?: "show" | "unlock") =>
      redirectAndTell(args.context, questionPath(question), {
        text,
        ...(undo && { undo: { action: page, fields: { intent: undo } } }),
      });
    switch (form.text("intent")) {
      case "hide": {
        const { reason } = form.parse(hideSchema);
        await setHidden(viewer, kind, post.id, { reason, subject });
        return back(`The ${kind} is hidden.`, "show");
      }
      case "show":
        await setHidden(viewer, kind, post.id, { reason: null, subject });
        return back(`The ${kind} is shown again.`);
      case "lock":
      case "unlock": {
        const isLocked = form.text("intent") === "lock";
        await setLocked(viewer, question, isLocked);
        return isLocked ? back("The question is locked.", "unlock") : back("The question is open again.");
      }
      case "merge": {
        const { into } = form.parse(mergeSchema);
        const target = await orErrorPage(() => mergeQuestion(viewer, question, into));
        const text = "The question is merged into this one.";
        return redirectAndTell(args.context, questionPath(target), { text });
      }
      default:
        throw data("This page does not have that button.", 400);
    }
  });

export const clientAction = keepForm(texts);

export default function Moderate({ loaderData: page, actionData }: Route.ComponentProps) {
  const [form, fields, formProps] = usePageForm({
    id: "moderate",
    lastResult: actionData?.failure,
    rules: page?.rules ?? { reason: {}, into: {} },
  });
  const post = page?.post;
  return (
    <div className={styles.thing}>
      <Title>Moderate</Title>
      <h1>{post ? `Moderate this ${post.kind}` : "Moderate"}</h1>
      {!page && <LoadFailure text="Failed to load the question" />}
      {post && (
        <>
          <p>
            <Link to={post.path} dir="auto">
              {post.title}
            </Link>
          </p>
          <blockquote className={styles.notice}>{post.text}</blockquote>
          <p className={styles.soft}>
            {verbs[post.kind]} <bdi>{post.author}</bdi>
          </p>
        </>
      )}
      <Form method="post" className={styles.form} {...formProps}>
        <ErrorSummary form={form} failure={actionData?.failure} />
        <section className={styles.part}>
          <h2 className={styles.rowTitle}>Hide</h2>
          {post?.isHidden ? (
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
                hint="Its author reads it."
                maxLength={300}
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
        {post?.kind === "question" && (
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
                maxLength={300}
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
      </Form>
    </div>
  );
}
