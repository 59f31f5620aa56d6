import { Link } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { requireSender, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { resourceFields } from "../input.server.ts";
import { createResources } from "../resources.server.ts";
import { resourceTexts } from "../rules.ts";
import type { Route } from "./+types/upload.ts";
import { CategoriesFailure, NoCategories, seedTexts } from "./categories.tsx";
import {
  findOfferedEvent,
  listCourseCodes,
  resourceRules,
  selectCategories,
} from "./read-resources.server.ts";
import { seedButton } from "./seed.server.ts";
import * as styles from "./upload.css.ts";
import { answerUploads, toUploadError } from "./upload-answer.server.ts";
import { UploadForm } from "./upload-form.tsx";

const texts = (form: FormData) => ({
  failed: form.get("intent") === "seed" ? resourceTexts.seedingFailed : resourceTexts.failed,
  loggedOut: resourceTexts.loggedOut,
});

export const handle = {
  body: { hasFile: true },
  title: "Upload Resource",
  failed: "Failed to load categories",
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  getRequestContext(context).allowsBlobFrames = true;
  const categories = viewer ? await queryOrNull(context, async () => await selectCategories()) : null;
  const read = (name: string) => url.searchParams.get(name) ?? "";
  const event = viewer ? await queryOrNull(context, () => findOfferedEvent(toId(read("event")))) : null;
  const category = categories?.find(({ slug }) => slug === read("category"));
  return {
    isMember: viewer !== null,
    rules: resourceRules,
    defaultValue: {
      year: read("year"),
      resourceType: read("resourceType"),
      courseCode: read("courseCode"),
      paperYear: read("paperYear"),
      exam: read("exam"),
      categoryId: category ? String(category.id) : "",
      eventId: event?.id ?? "",
    },
    event,
    categories: categories?.map(({ id, name }) => [String(id), name] as const) ?? null,
    years: settings.resourceYears,
    courseCodes: (viewer && (await queryOrNull(context, listCourseCodes))) || [],
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/**
 * Handles the form without scripts, and "Load Categories". With scripts the form posts to `POST /api/resources`, to
 * show its progress.
 */
export function action(args: Route.ActionArgs) {
  const { request } = args;
  const requestId = getRequestContext(args.context).id;
  const logCause = ({ cause }: HttpError) => {
    if (cause) log.error({ requestId, err: cause }, "an upload failed");
  };
  const upload = async () => {
    try {
      const session = await requireSender(args, resourceTexts.loggedOut);
      const sent = await createResources(request, session);
      for (const outcome of sent.outcomes) if ("error" in outcome) logCause(outcome.error);
      return await answerUploads(args.context, sent);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      logCause(error);
      throw toUploadError(error, error.fields);
    }
  };
  // Guests may post, so that the form can be shown again with their texts.
  const options = {
    auth: "anyone",
    fields: Object.keys(resourceFields),
    texts,
    mayHaveFile: true,
  } as const;
  return submitForm(args, options, { "": upload, ...seedButton(args) });
}

export const clientAction = preserveForm(seedTexts);

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, categories, years, courseCodes, event, rules } = loaderData;
  const failure = actionData?.failure;
  const report = actionData?.done;
  const defaultValue = report?.values ?? loaderData.defaultValue;
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <div>
        <Back to="/resources">Resource Sharing Hub</Back>
        <Title heading>Upload Resource</Title>
      </div>
      {!isMember ? (
        <EmptyState title="Please log in to upload resources">
          <ButtonLink to="/login?redirectTo=%2Fresources%2Fupload&notice=none" size="lg">
            Go to Login
          </ButtonLink>
        </EmptyState>
      ) : categories === null && !failure ? (
        <CategoriesFailure />
      ) : categories?.length === 0 ? (
        <NoCategories isMember />
      ) : (
        <UnlessMuted>
          {report && <UploadReport report={report} />}
          <UploadForm
            categories={categories}
            years={years}
            courseCodes={courseCodes}
            event={event}
            rules={rules}
            defaultValue={defaultValue}
          />
        </UnlessMuted>
      )}
    </div>
  );
}

interface Report {
  shared: { id: number; title: string }[];
  refused: { name: string; reason: string }[];
  isCut: boolean;
}

/** The result of each file, after an upload without scripts. */
const UploadReport = ({ report: { shared, refused, isCut } }: { report: Report }) => (
  <section className={stack[3]} role="status" aria-labelledby="report">
    <h2 id="report">{`${shared.length} of ${shared.length + refused.length} files are shared`}</h2>
    <ul className={styles.rows}>
      {shared.map(({ id, title }) => (
        <li key={id} className={styles.line}>
          <Link to={`/resources/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className={styles.shared}>Shared</span>
        </li>
      ))}
      {refused.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={index} className={styles.line}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className={styles.refused}>{reason}</span>
        </li>
      ))}
    </ul>
    {isCut && <Alert texts={[resourceTexts.cut]} kind="notice" />}
    <p>Correct the others and send them again. Your choices are still below.</p>
  </section>
);
