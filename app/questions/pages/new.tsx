import { redirect } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, parseForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { cutText, parseId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { askQuestion } from "../ask.server.ts";
import { type QuestionInput, questionFields, questionSchema } from "../input.server.ts";
import { previewMarkdown } from "../markdown.server.ts";
import { listSimilar } from "../read.server.ts";
import { questionPath } from "../slug.ts";
import { suggestHelpers } from "../suggestions.server.ts";
import { questionRules, questionTexts } from "../texts.ts";
import type { Route } from "./+types/new.ts";
import { AskForm, askFields, CheckStep } from "./ask-form.tsx";
import {
  type DraftFields,
  draftFields,
  findLastAsked,
  loadDraft,
  saveDraft,
  takeDraft,
} from "./draft.server.ts";
import { countAnswers } from "./present.server.ts";
import * as styles from "./questions.css.ts";

/** A question's texts are longer than those of other forms. */
export const handle = {
  title: "Ask a Question",
  failed: "Failed to load your draft",
  body: { maxBytes: 262_144 },
};

const { title, body, tags } = questionFields;
/** A form without a draft this soon after a question is the same form, submitted twice. */
const doubleClickMs = 60_000;

const toForm = (fields: DraftFields) => {
  const form = new FormData();
  for (const name of draftFields) if (fields[name]) form.set(name, fields[name]);
  return form;
};

export async function loader(args: Route.LoaderArgs) {
  const rules = getFieldRules({ title, body, tags });
  const helper = parseId(args.url.searchParams.get("ask"));
  const page = { rules, loadedAt: Date.now(), helper: helper === null ? "" : String(helper) };
  const viewer = await requireViewer(args);
  const draft = await loadDraft(viewer.id);
  const anonymousMute = await findShownAnonymousMute(viewer);
  if (args.url.searchParams.get("step") !== "check")
    return { ...page, draft: startDraft(args.url, draft), check: null, anonymousMute };
  const parsed = draft && parseForm(toForm(draft), questionSchema);
  if (!parsed || "errors" in parsed) throw redirect("/questions/new");
  return { ...page, draft, check: await loadCheck(viewer, parsed.value, helper), anonymousMute };
}

/**
 * A member's page links here with one of their topics and their id, and a search without results with its words. A
 * draft's own fields take precedence.
 */
const startDraft = ({ searchParams }: URL, draft: DraftFields | null): DraftFields => ({
  ...draft,
  title: draft?.title || cutText(searchParams.get("title") ?? "", questionRules.title.max),
  tags: draft?.tags || cutText(searchParams.get("tags") ?? "", 200),
});

/** The last step before a question is published: its preview, similar questions, and possible helpers. */
async function loadCheck(viewer: Viewer, question: QuestionInput, wanted: number | null) {
  const [similar, helpers] = await Promise.all([
    listSimilar(question.title, viewer),
    suggestHelpers(viewer, question.tags, wanted ?? undefined),
  ]);
  return {
    title: question.title,
    html: previewMarkdown(viewer, question.body),
    tags: question.tags,
    isAnonymous: question.isAnonymous,
    similar: similar.map((each) => ({
      href: questionPath(each),
      title: each.title,
      answers: countAnswers(each),
    })),
    chosen: String(wanted ?? ""),
    helpers: helpers.slice(0, askFields.length).map(({ id, topics, skills, person }) => ({
      id,
      person,
      knows: [...new Set([...topics, ...skills])].join(", "),
    })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: questionTexts.askFailed, loggedOut: questionTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const check = async (form: PostedForm, viewer: Viewer) => {
    await saveDraft(viewer.id, readDraft(form));
    previewMarkdown(viewer, form.parse(questionSchema).body);
    const helper = parseId(form.text("helper"));
    return redirect(`/questions/new?step=check${helper === null ? "" : `&ask=${helper}`}`, 303);
  };
  const flash = (text: string) => redirectWithFlash(args.context, "/questions", { text });
  return submitForm(
    args,
    { auth: "member", fields: ["typedAt", "helper", ...draftFields, ...askFields], texts },
    {
      async save(form, viewer) {
        const typedAt = form.text("typedAt");
        if (!typedAt) {
          await saveDraft(viewer.id, readDraft(form));
          return flash("Your draft is saved. “Ask a Question” opens it.");
        }
        // A script saves the draft while the member types.
        await saveDraft(viewer.id, readDraft(form), Math.min(Math.trunc(Number(typedAt)) || 0, Date.now()));
        return redirect("/questions/new", 303);
      },
      next: check,
      async discard(_, viewer) {
        await takeDraft(viewer.id);
        return flash("Your draft is deleted.");
      },
      ask: (form, viewer) => ask(viewer, form, args),
    },
  );
};

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
    return redirectWithFlash(context, path, { text: "Your question is published." });
  } catch (error) {
    await saveDraft(viewer.id, draft);
    throw error;
  }
}

/** The page to show for a form without a draft: the published question, if the form was sent twice. */
async function findAskedTwice(userId: number): Promise<string> {
  const asked = await findLastAsked(userId);
  return asked && asked.askedAt > Date.now() - doubleClickMs ? questionPath(asked) : "/questions/new";
}

export const clientAction = preserveForm(texts);

export default function NewQuestion({ loaderData: page }: Route.ComponentProps) {
  return (
    <div className={styles.thing}>
      <div>
        <Back to="/questions">All questions</Back>
        <Title heading>{handle.title}</Title>
        {!page.check && <p className={quiet}>Say what you know and what you tried.</p>}
      </div>
      <UnlessMuted mute={page.check?.isAnonymous ? page.anonymousMute : null}>
        {page.check ? <CheckStep check={page.check} /> : <AskForm page={page} />}
      </UnlessMuted>
    </div>
  );
}
