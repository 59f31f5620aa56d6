import { and, eq } from "drizzle-orm";
import { data, useNavigation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { forgetBrowser } from "#app/platform/auth/session-cookies.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Alert } from "#app/ui/forms/field.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { users } from "#db/index.ts";
import { confirmPassword } from "../credentials.server.ts";
import { deleteAccount } from "../deletion.server.ts";
import { authTexts } from "../texts.ts";
import type { Route } from "./+types/delete.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { DeleteForm, LinkForm } from "./delete-form.tsx";
import { hasDeletionLink, isDeletionLinkUsable, requestDeletionLink } from "./delete-request.server.ts";
import { findOwner } from "./password.server.ts";
import { deleteByLinkSchema, deleteByPasswordFields, deleteByPasswordSchema } from "./schema.server.ts";
import { secretLinkHeaders } from "./secret-link.server.ts";

export const handle = { title: "Delete your account", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const token = args.url.searchParams.get("token");
  const isLinkUsable = token !== null && (await isDeletionLinkUsable(viewer, token));
  const isExpired = token !== null && !isLinkUsable;
  const page = {
    ...(await findOwner(viewer)),
    token: isLinkUsable ? token : null,
    isExpired,
    rules: getFieldRules(deleteByPasswordFields),
  };
  return data(page, { status: isExpired && args.request.method !== "POST" ? 410 : 200 });
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed: form.has("posts") ? accountTexts.deleteFailed : accountTexts.mailFailed,
});

/** `?by=mail` sends a link. `?by=link` and the address without a query delete the account. */
export const action = (args: Route.ActionArgs) => {
  const requestContext = getRequestContext(args.context);
  const by = args.url.searchParams.get("by");
  const mailLink = async (_: PostedForm, viewer: Viewer) => {
    await requestDeletionLink(viewer);
    const text = `We've sent a link to ${viewer.email}. Open it in this browser.`;
    return redirectWithFlash(args.context, "/account/delete", { text });
  };
  const readProof = async (form: PostedForm, viewer: Viewer) => {
    if (by === "link") {
      const { posts, token } = form.parse(deleteByLinkSchema);
      return { posts, proof: hasDeletionLink(token) };
    }
    const { posts, currentPassword } = form.parse(deleteByPasswordSchema);
    const { passwordHash } = await confirmPassword(viewer, currentPassword, requestContext, args.request);
    return { posts, proof: and(eq(users.status, "active"), eq(users.passwordHash, passwordHash)) };
  };
  const leave = async (form: PostedForm, viewer: Viewer) => {
    await deleteAccount(viewer.id, await readProof(form, viewer), requestContext);
    forgetBrowser(requestContext);
    const done = await redirectWithFlash(args.context, "/login", { text: "Your account is deleted." });
    done.headers.set("X-Remix-Reload-Document", "true");
    return done;
  };
  const fields = ["posts", "token", "currentPassword"];
  return submitForm(args, { auth: "member", fields, texts }, by === "mail" ? mailLink : leave);
};

export const clientAction = preserveForm((form) => ({ ...texts(form), loggedOut: accountTexts.loggedOut }));

export const headers = secretLinkHeaders;

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state === "submitting";
  return (
    <AccountPage title={handle.title}>
      <Alert texts={loaderData.isExpired && !actionData ? [authTexts.linkExpired] : null} />
      <p>
        Your profile, connections and registrations are deleted right away and can't be brought back. Messages
        stay with the people you messaged, under “Deleted user”; anonymous ones stay anonymous.
      </p>
      {(loaderData.token || loaderData.hasPassword) && (
        <DeleteForm page={loaderData} isSubmitting={isSubmitting} />
      )}
      {!loaderData.token && <LinkForm hasPassword={loaderData.hasPassword} />}
    </AccountPage>
  );
}
