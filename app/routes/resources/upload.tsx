import { data, redirect } from "react-router";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { createResource } from "../../files/resources.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/upload.ts";
import { CategoriesFailed, NoCategories } from "./categories.tsx";
import { loadCategories, orFailed } from "./queries.server.ts";
import * as styles from "./upload.css.ts";
import { UploadForm } from "./upload-form.tsx";
import { replyToUploadError } from "./upload-reply.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  getRequestContext(context).allowsBlobFrames = true;
  const member = viewer !== null;
  const seedingFailed = url.searchParams.get("seeding") === "failed";
  const chosen = { year: url.searchParams.get("year") ?? "", categoryId: "" };
  if (!member) return data({ member, seedingFailed, chosen, categories: [] });
  const found = await orFailed(context, () => loadCategories());
  const category = found?.find(({ slug }) => slug === url.searchParams.get("category"));
  return data(
    {
      member,
      seedingFailed,
      chosen: { ...chosen, categoryId: category ? String(category.id) : "" },
      categories: found?.map(({ id, name }) => [String(id), name] as const) ?? null,
    },
    found ? 200 : 503,
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  getRequestContext(context).allowsBlobFrames = true;
  try {
    const { id, slug } = await createResource(request, viewer);
    throw redirect(`/resources/category/${slug}?shared=${id}`, 303);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return data(replyToUploadError(error), { status: error.status, headers: error.headers() });
  }
}

export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { member, categories, chosen, seedingFailed } = loaderData;
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <Title>Upload Resource</Title>
      <h1>Upload Resource</h1>
      {!member ? (
        <EmptyState title="Please log in to upload resources">
          <ButtonLink to="/login?redirectTo=%2Fresources%2Fupload&notice=none" size="lg">
            Go to Login
          </ButtonLink>
        </EmptyState>
      ) : categories === null ? (
        <CategoriesFailed />
      ) : categories.length === 0 ? (
        <NoCategories member failed={seedingFailed} />
      ) : (
        <UploadForm categories={categories} chosen={chosen} reply={actionData ?? null} />
      )}
    </div>
  );
}
