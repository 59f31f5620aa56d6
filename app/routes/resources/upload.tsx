import { data, redirect } from "react-router";
import { getSession, getViewer } from "../../auth/session.server.ts";
import { loadOr } from "../../client/requests.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { log } from "../../log.server.ts";
import { createResource, readResourceFields } from "../../resources/resources.server.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { narrow } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/upload.ts";
import { CategoriesFailure, NoCategories } from "./categories.tsx";
import { selectCategories } from "./queries.server.ts";
import * as styles from "./upload.css.ts";
import { UploadForm } from "./upload-form.tsx";
import { createUploadReply } from "./upload-reply.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  getRequestContext(context).allowsBlobFrames = true;
  const categories = await queryOrNull(context, async () => await selectCategories());
  const category = categories?.find(({ slug }) => slug === url.searchParams.get("category"));
  const isMember = viewer !== null;
  return data(
    {
      isMember,
      hasSeedingFailed: url.searchParams.get("seeding") === "failed",
      defaultValue: {
        year: url.searchParams.get("year") ?? "",
        categoryId: category ? String(category.id) : "",
      },
      categories: categories?.map(({ id, name }) => [String(id), name] as const) ?? null,
    },
    categories || !isMember ? 200 : 503,
  );
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOr(serverLoader, {
    isMember: null,
    hasSeedingFailed: false,
    defaultValue: { year: "", categoryId: "" },
    categories: null,
  });

/** Receives the form without scripts. With them it goes to `POST /api/resources`, to show its progress. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context);
  const session = await getSession(requestContext, request);
  requestContext.allowsBlobFrames = true;
  let created: Awaited<ReturnType<typeof createResource>>;
  try {
    if (!session) throw new HttpError(401, resourceTexts.loggedOut);
    created = await createResource(request, session);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.cause) log.error({ requestId: requestContext.id, err: error.cause }, "an upload failed");
    const fields = request.bodyUsed ? error.fields : await readResourceFields(request);
    return data(createUploadReply(error, fields), { status: error.status, headers: error.headers() });
  }
  throw redirect(`/resources/category/${created.slug}?shared=${created.id}`, 303);
}

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, categories, defaultValue, hasSeedingFailed } = loaderData;
  const reply = actionData ?? null;
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <Title>Upload Resource</Title>
      <h1>Upload Resource</h1>
      {isMember === false && !reply ? (
        <EmptyState title="Please log in to upload resources">
          <ButtonLink to="/login?redirectTo=%2Fresources%2Fupload&notice=none" size="lg">
            Go to Login
          </ButtonLink>
        </EmptyState>
      ) : categories === null && !reply ? (
        <CategoriesFailure />
      ) : categories?.length === 0 ? (
        <NoCategories isMember hasFailed={hasSeedingFailed} />
      ) : (
        <UploadForm categories={categories} defaultValue={defaultValue} reply={reply} />
      )}
    </div>
  );
}
