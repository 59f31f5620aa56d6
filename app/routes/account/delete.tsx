import { and, eq } from "drizzle-orm";
import { data, useNavigation } from "react-router";
import { users } from "#db/index.ts";
import { confirmPassword } from "../../auth/credentials.server.ts";
import { secretLinkHeaders } from "../../auth/secret-link.server.ts";
import { forgetBrowser, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { deleteAccount } from "../../people/deletion.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/delete.ts";
import { AccountPage } from "./account-page.tsx";
import { DeleteForm, LinkForm } from "./delete-form.tsx";
import { hasDeletionLink, isDeletionLinkUsable, requestDeletionLink } from "./delete-request.server.ts";
import { findOwner } from "./password.server.ts";
import { deleteByLinkSchema, deleteByPasswordFields, deleteByPasswordSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const token = args.url.searchParams.get("token");
  const found = await queryOrNull(args.context, async () => ({
    ...(await findOwner(viewer)),
    isLinkUsable: token !== null && (await isDeletionLinkUsable(viewer, token)),
  }));
  if (!found) return null;
  const { isLinkUsable, ...owner } = found;
  const isExpired = token !== null && !isLinkUsable;
  const page = {
    ...owner,
    token: isLinkUsable ? token : null,
    isExpired,
    rules: getFieldRules(deleteByPasswordFields),
  };
  return data(page, { status: isExpired && args.request.method !== "POST" ? 410 : 200 });
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.deleteFailed, loggedOut: accountTexts.loggedOut };

/** `?by=mail` sends a link; `?by=link` and the plain address delete the account. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const requestContext = getRequestContext(args.context);
  const by = args.url.searchParams.get("by");
  if (by === "mail") {
    return submitForm(args, { fields: [], texts: { failed: accountTexts.mailFailed } }, async () => {
      await requestDeletionLink(viewer);
      const text = `We've sent a link to ${viewer.email}. Open it in this browser.`;
      return redirectAndTell(args.context, "/account/delete", { text });
    });
  }
  return submitForm(args, { fields: ["posts", "token", "currentPassword"], texts }, async (form) => {
    if (by === "link") {
      const { posts, token } = form.parse(deleteByLinkSchema);
      await deleteAccount(viewer.id, { posts, proof: hasDeletionLink(token) }, requestContext);
    } else {
      const { posts, currentPassword } = form.parse(deleteByPasswordSchema);
      const { passwordHash } = await confirmPassword(viewer, currentPassword, requestContext, args.request);
      const proof = and(eq(users.status, "active"), eq(users.passwordHash, passwordHash));
      await deleteAccount(viewer.id, { posts, proof }, requestContext);
    }
    forgetBrowser(requestContext);
    const done = await redirectAndTell(args.context, "/login", { text: "Your account is deleted." });
    done.headers.set("X-Remix-Reload-Document", "true");
    return done;
  });
}

export const clientAction = keepForm(texts);

export const headers = secretLinkHeaders;

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state === "submitting";
  return (
    <AccountPage title="Delete your account">
      {loaderData ? (
        <>
          <Alert texts={loaderData.isExpired && !actionData ? [authTexts.linkExpired] : null} />
          <p>
            Your profile, connections and registrations are deleted right away and can't be brought back.
            Messages stay with the people you messaged, under “Deleted user”; anonymous ones stay anonymous.
          </p>
          {(loaderData.token || loaderData.hasPassword) && (
            <DeleteForm page={loaderData} failure={actionData?.failure} isSubmitting={isSubmitting} />
          )}
          {!loaderData.token && <LinkForm hasPassword={loaderData.hasPassword} />}
        </>
      ) : (
        <LoadFailure text={accountTexts.loadFailed} />
      )}
    </AccountPage>
  );
}
