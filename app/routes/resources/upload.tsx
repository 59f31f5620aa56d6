import { getViewer } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, requireSender, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { log } from "../../process/log.server.ts";
import { createResource, readResourceFields } from "../../resources/resources.server.ts";
import { resourceFields } from "../../schemas/resource.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { narrow } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/upload.ts";
import { CategoriesFailure, NoCategories, seedTexts } from "./categories.tsx";
import { resourceRules, selectCategories } from "./queries.server.ts";
import { seedButton } from "./seed.server.ts";
import * as styles from "./upload.css.ts";
import { toUploadError } from "./upload-error.server.ts";
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
  const showsForm = viewer !== null || context.get(hasSessionEnded);
  const categories = showsForm ? await queryOrNull(context, async () => await selectCategories()) : null;
  const category = categories?.find(({ slug }) => slug === url.searchParams.get("category"));
  return {
    isMember: viewer !== null,
    rules: resourceRules,
    defaultValue: {
      year: url.searchParams.get("year") ?? "",
      categoryId: category ? String(category.id) : "",
    },
    categories: categories?.map(({ id, name }) => [String(id), name] as const) ?? null,
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

/** Receives the form without scripts, with which it goes to `POST /api/resources` to show its progress, or makes categories. */
export function action(args: Route.ActionArgs) {
  const { request } = args;
  const requestContext = getRequestContext(args.context);
  requestContext.allowsBlobFrames = true;
  const upload = async () => {
    try {
      const session = await requireSender(args, resourceTexts.loggedOut);
      const { slug, message } = await createResource(request, session);
      return redirectWithFlash(args.context, `/resources/category/${slug}`, { text: message });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.cause) log.error({ requestId: requestContext.id, err: error.cause }, "an upload failed");
      throw toUploadError(error, request.bodyUsed ? error.fields : await readResourceFields(request));
    }
  };
  // The texts of a guest are read too: the form comes back with them.
  const options = {
    auth: "anyone",
    limit: null,
    fields: Object.keys(resourceFields),
    texts,
    mayHaveFile: true,
  } as const;
  return submitForm(args, options, { "": upload, ...seedButton(args) });
}

export const clientAction = preserveForm(seedTexts);

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, categories, rules, defaultValue } = loaderData;
  const failure = actionData?.failure;
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <Title heading>Upload Resource</Title>
      {!isMember && !failure ? (
        <EmptyState title="Please log in to upload resources">
          <ButtonLink to="/login?redirectTo=%2Fresources%2Fupload&notice=none" size="lg">
            Go to Login
          </ButtonLink>
        </EmptyState>
      ) : categories === null && !failure ? (
        <CategoriesFailure />
      ) : categories?.length === 0 ? (
        <NoCategories isMember failure={failure} />
      ) : (
        <UploadForm categories={categories} rules={rules} defaultValue={defaultValue} failure={failure} />
      )}
    </div>
  );
}
