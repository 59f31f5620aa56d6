import { eq, sql } from "drizzle-orm";
import { data, redirect, redirectDocument, useNavigation } from "react-router";
import { db, users } from "#db/index.ts";
import { confirmPassword } from "../../auth/credentials.server.ts";
import { handleAuthForm } from "../../auth/form.server.ts";
import { secretLinkHeaders } from "../../auth/secret-link.server.ts";
import { clearSessionCookie, requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { Alert } from "../../ui/field.tsx";
import { formFailure } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/delete.ts";
import { AccountPage } from "./account-page.tsx";
import { DeleteForm, LinkForm } from "./delete-form.tsx";
import { hasDeletionLink, isDeletionLinkUsable, requestDeletionLink } from "./delete-request.server.ts";
import { deleteAccount } from "./deletion.server.ts";
import {
  deleteByLinkSchema,
  deleteByPasswordFields,
  deleteByPasswordSchema,
  noFields,
} from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const token = args.url.searchParams.get("token");
  const found = await queryOrNull(args.context, async () => {
    const [user] = await db
      .select({ hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean) })
      .from(users)
      .where(eq(users.id, viewer.id));
    return {
      hasPassword: user?.hasPassword ?? false,
      isLinkUsable: token !== null && (await isDeletionLinkUsable(viewer, token)),
    };
  });
  if (!found) return data(null, 503);
  const isExpired = token !== null && !found.isLinkUsable;
  const page = {
    hasPassword: found.hasPassword,
    email: viewer.email,
    token: found.isLinkUsable ? token : null,
    isExpired,
    isSent: args.url.searchParams.get("notice") === "sent",
    errorTexts: getFieldErrorTexts(deleteByPasswordFields),
  };
  return data(page, { status: isExpired && args.request.method !== "POST" ? 410 : 200 });
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** `?by=mail` sends a link; `?by=link` and the plain address delete the account. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const requestContext = getRequestContext(args.context);
  const by = args.url.searchParams.get("by");
  const failureText = accountTexts.deleteFailed;
  const deleteByLink = () =>
    handleAuthForm(
      args,
      { fields: deleteByLinkSchema.shape, schema: deleteByLinkSchema, failureText },
      ({ posts, token }) => deleteAccount(viewer, { posts, proof: hasDeletionLink(token) }, requestContext),
    );
  const deleteByPassword = () =>
    handleAuthForm(
      args,
      { fields: deleteByPasswordFields, schema: deleteByPasswordSchema, failureText },
      async ({ posts, currentPassword }) => {
        const { passwordHash } = await confirmPassword(viewer, currentPassword, requestContext, args.request);
        await deleteAccount(viewer, { posts, proof: eq(users.passwordHash, passwordHash) }, requestContext);
      },
    );
  if (by === "mail") {
    const result = await handleAuthForm(
      args,
      { fields: {}, schema: noFields, failureText: accountTexts.mailFailed },
      () => requestDeletionLink(viewer),
    );
    if ("rejected" in result) return data(result.rejected.reply, result.rejected.init);
    throw redirect("/account/delete?notice=sent", 303);
  }
  const result = await (by === "link" ? deleteByLink() : deleteByPassword());
  if ("rejected" in result) return data(result.rejected.reply, result.rejected.init);
  clearSessionCookie(requestContext);
  throw redirectDocument("/login?notice=account-deleted", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) =>
    data(formFailure(reason === "login" ? accountTexts.loggedOut : accountTexts.deleteFailed), 503),
  );

export const headers = secretLinkHeaders;

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state === "submitting";
  return (
    <AccountPage title="Delete your account">
      {loaderData ? (
        <>
          <Alert texts={loaderData.isExpired && !actionData ? [authTexts.linkExpired] : null} />
          <Alert
            kind="notice"
            texts={
              loaderData.isSent
                ? [`We've sent a link to ${loaderData.email}. Open it in this browser.`]
                : null
            }
          />
          <p>
            Your profile, connections and registrations go at once and can't be brought back. Messages stay
            with the people you wrote to, under “Deleted user”; anonymous ones stay anonymous.
          </p>
          {(loaderData.token || loaderData.hasPassword) && (
            <DeleteForm page={loaderData} reply={actionData} isSubmitting={isSubmitting} />
          )}
          {!loaderData.token && <LinkForm hasPassword={loaderData.hasPassword} />}
        </>
      ) : (
        <LoadFailure text={accountTexts.loadFailed} />
      )}
    </AccountPage>
  );
}
