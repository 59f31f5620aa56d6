import { useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { requireViewer, type Viewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import {
  hasSessionEnded,
  type PostedForm,
  parseForm,
  requireSender,
  submitForm,
} from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { useDraftSaving } from "../../forms/use-draft-saving.ts";
import { askQuestion } from "../../questions/ask.server.ts";
import { previewMarkdown } from "../../questions/markdown.server.ts";
import { findSimilar } from "../../questions/read.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { suggestHelpers } from "../../questions/suggestions.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { questionFields, questionSchema } from "../../schemas/question.ts";
import { questionTexts } from "../../schemas/question-texts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox, Select } from "../../ui/field.tsx";
import { type FormFailure, usePageForm } from "../../ui/form.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { Shared } from "../../ui/shared.tsx";
import type { Route } from "./+types/new.ts";
import {
  type DraftFields,
  draftFields,
  findLastAsked,
  loadDraft,
  saveDraft,
  takeDraft,
} from "./draft.server.ts";
import { loadOrLeave } from "./find-post.server.ts";
import { Prose } from "./post-parts.tsx";
import { presentListed } from "./present.server.ts";
import { plainField, QuestionFields } from "./question-fields.tsx";
import { TagList } from "./question-row.tsx";
import * as styles from "./questions.css.ts";
import { SimilarList, SimilarWhileTyping } from "./similar.tsx";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const { title, body, tags } = questionFields;
/** A form that comes without a draft this soon after a question is the one that asked it, sent twice. */
const doubleClickMs = 60_000;
const checkAddress = "/questions/new?step=check";
const people = ["First person", "Second person", "Third person"];
const askFields = people.map((_, index) => `ask${index + 1}`);

const toForm = (fields: DraftFields) => {
  const form = new FormData();
  for (const name of draftFields) if (fields[name]) form.set(name, fields[name]);
  return form;
};

export async function loader(args: Route.LoaderArgs) {
  const rules = getFieldRules({ title, body, tags });
  const page = { rules, loadedAt: Date.now() };
  if (args.context.get(hasSessionEnded)) return { ...page, draft: {} as DraftFields, check: null };
  const viewer = await requireViewer(args);
  const loaded = await loadOrLeave(args.context, async () => {
    const draft = await loadDraft(viewer.id);
    const parsed = draft && parseForm(toForm(draft), questionSchema);
    const isChecking = args.url.searchParams.get("step") === "check";
    if (isChecking && (!parsed || "errors" in parsed)) throw redirect("/questions/new");
    return {
      draft,
      check: isChecking && parsed && "value" in parsed ? await loadCheck(viewer, parsed.value) : null,
    };
  });
  return loaded && { ...page, draft: loaded.draft ?? {}, check: loaded.check };
}

/** The step before a question is sent for good: how it looks, what is like it, and who could answer. */
async function loadCheck(
  viewer: Viewer,
  question: { title: string; body: string; tags: string[]; isAnonymous: boolean },
) {
  const [similar, helpers] = await Promise.all([
    findSimilar(question.title, viewer),
    suggestHelpers(viewer.id, question.tags),
  ]);
  return {
    title: question.title,
    html: previewMarkdown(viewer, question.body),
    tags: question.tags,
    isAnonymous: question.isAnonymous,
    similar: similar.map(presentListed).map(({ href, title, answers }) => ({ href, title, answers })),
    helpers: helpers.map(({ id, name, skills }) => [id, `${name}: ${skills.join(", ")}`] as const),
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: questionTexts.askFailed, loggedOut: questionTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: ["intent", "typedAt", ...draftFields, ...askFields], texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    switch (form.text("intent")) {
      case "save":
        // While it is typed, by a script.
        if (form.text("typedAt")) {
          const typedAt = Math.min(Math.trunc(Number(form.text("typedAt"))) || 0, Date.now());
          await saveDraft(viewer.id, readDraft(form), typedAt);
          return redirect("/questions/new", 303);
        }
        await saveDraft(viewer.id, readDraft(form));
        return redirectAndTell(args.context, "/questions", {
          text: "Your draft is saved. “Ask a Question” opens it.",
        });
      case "next":
      case "preview": {
        await saveDraft(viewer.id, readDraft(form));
        previewMarkdown(viewer, form.parse(questionSchema).body);
        return redirect(checkAddress, 303);
      }
      case "discard":
        await takeDraft(viewer.id);
        return redirectAndTell(args.context, "/questions", { text: "Your draft is deleted." });
      case "ask":
        return ask(viewer, form, args);
      default:
        throw data("This page does not have that button.", 400);
    }
  });

const readDraft = (form: PostedForm): DraftFields =>
  Object.fromEntries(draftFields.map((name) => [name, form.text(name)]));

async function ask(viewer: Viewer, form: PostedForm, { context }: Route.ActionArgs) {
  const draft = await takeDraft(viewer.id);
  if (!draft) return redirect(await findAskedTwice(viewer.id), 303);
  try {
    const parsed = parseForm(toForm(draft), questionSchema);
    if ("errors" in parsed) return redirect("/questions/new", 303);
    const asked = [...new Set(askFields.map((name) => form.text(name)).filter(Boolean))];
    const id = await askQuestion(viewer, { ...parsed.value, ask: asked });
    const path = questionPath({ id, title: parsed.value.title });
    return redirectAndTell(context, path, { text: "Your question is published." });
  } catch (error) {
    await saveDraft(viewer.id, draft);
    throw error;
  }
}

/** Where a form leads that comes without a draft: to what it asked, when it was sent twice. */
async function findAskedTwice(userId: number): Promise<string> {
  const asked = await findLastAsked(userId);
  return asked && asked.askedAt > Date.now() - doubleClickMs ? questionPath(asked) : "/questions/new";
}

export const clientAction = keepForm(texts);

export default function NewQuestion({ loaderData: page, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  return (
    <div className={styles.thing}>
      <Title>Ask a Question</Title>
      <h1>Ask a Question</h1>
      {!page && <LoadFailure text="Failed to load your draft" />}
      {page?.check && <Check check={page.check} failure={failure} />}
      {page && !page.check && <WriteForm page={page} failure={failure} />}
    </div>
  );
}

type Page = NonNullable<Route.ComponentProps["loaderData"]>;

function WriteForm({
  page: { rules, draft, loadedAt },
  failure,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
  const [typed, setTyped] = useState("");
  const [form, fields, formProps] = usePageForm({
    id: "question",
    lastResult: failure,
    rules,
    defaultValue: draft,
  });
  const { hint, onInput } = useDraftSaving("/questions/new", failure ? failure.repliedAt : loadedAt);
  const sending = useNavigation().formData?.get("intent");
  const isAnonymous = (failure?.initialValue?.isAnonymous ?? draft.isAnonymous) === "on";
  return (
    <Form
      method="post"
      action="/questions/new"
      className={styles.form}
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        onInput(event);
      }}
    >
      <ErrorSummary form={form} failure={failure} />
      <Shared />
      <QuestionFields fields={fields} onTitle={setTyped} />
      <SimilarWhileTyping title={typed} />
      <div>
        <Checkbox name="isAnonymous" defaultChecked={isAnonymous} label="Ask anonymously" />
        <p className={styles.soft}>
          Others then read “Anonymous student” or “Anonymous alum” in place of your name, also on your own
          answers and comments there. It can't be changed later.
        </p>
      </div>
      <div className={styles.buttons}>
        <Button name="intent" value="next" loading={sending === "next"}>
          Continue
        </Button>
        <Button name="intent" value="preview" variant="outline" loading={sending === "preview"}>
          Preview
        </Button>
        <Button name="intent" value="save" variant="outline" formNoValidate loading={sending === "save"}>
          Save draft
        </Button>
      </div>
      <p className={styles.soft}>{hint}</p>
    </Form>
  );
}

function Check({ check, failure }: { check: NonNullable<Page["check"]>; failure: FormFailure | undefined }) {
  const isSending = useNavigation().formData?.get("intent") === "ask";
  const { similar, helpers } = check;
  return (
    <>
      <FormAlert failure={failure} />
      <section className={styles.preview} aria-label="Preview">
        <h2 dir="auto">{check.title}</h2>
        <p className={styles.soft}>{check.isAnonymous ? "Asked anonymously" : "Asked with your name"}</p>
        <Prose html={check.html} />
        <TagList tags={check.tags} />
      </section>
      {similar.length > 0 && (
        <SimilarList questions={similar}>
          <p className={styles.soft}>If one of them answers you, discard your question below.</p>
        </SimilarList>
      )}
      <Form method="post" action={checkAddress} className={styles.form}>
        {helpers.length > 0 && (
          <fieldset className={styles.helpers}>
            <legend>Who could answer? Up to three get an email at once.</legend>
            {askFields.map((name, index) => (
              <Select
                key={name}
                field={plainField(name, name)}
                label={people[index] ?? ""}
                placeholder="Nobody"
                options={helpers}
              />
            ))}
          </fieldset>
        )}
        <div className={styles.buttons}>
          <Button name="intent" value="ask" loading={isSending}>
            Ask this question
          </Button>
          <ButtonLink to="/questions/new" variant="outline">
            Back to the text
          </ButtonLink>
          {similar.length > 0 && (
            <Button name="intent" value="discard" variant="ghost">
              Discard my question
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
