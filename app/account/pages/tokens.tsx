import { useNavigation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { hourMs } from "#app/platform/time/durations.ts";
import { formatDateTime, timeAgo } from "#app/platform/time/time.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { scopeSubjects } from "#db/vocabulary.ts";
import type { Route } from "./+types/tokens.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { EndForm } from "./end-form.tsx";
import { newTokenFields, newTokenSchema } from "./schema.server.ts";
import { TokenForm } from "./token-form.tsx";
import { endToken, makeToken, selectTokens } from "./tokens.server.ts";

export const handle = { title: "API tokens", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const rows = await selectTokens(viewer.id);
  return {
    rules: getFieldRules(newTokenFields),
    tokens: rows.map(({ createdAt, lastUsedAt, isReadOnly, scopes, ...token }) => ({
      ...token,
      rights: scopes ? `Only ${scopes.join(", ")}` : isReadOnly ? "Read only" : "Read and write",
      made: formatDateTime(createdAt),
      used: describeUse(createdAt, lastUsedAt),
    })),
  };
}

/** A token's last use is stored at most once an hour. */
function describeUse(createdAt: number, lastUsedAt: number): string {
  if (lastUsedAt === createdAt) return "Not used yet";
  return `Used ${lastUsedAt > Date.now() - hourMs ? "within the hour" : timeAgo(lastUsedAt)}`;
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed: form.get("intent") === "end" ? accountTexts.tokenNotEnded : accountTexts.tokenFailed,
});
const fields = [...Object.keys(newTokenFields), ...scopeSubjects, "id"];

/** Creates or ends a token. A new token's text is shown only in this response. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields, texts },
    {
      // No redirect, because the text is not stored and another page could not show it.
      "": async (form, viewer) => ({ done: await makeToken(viewer.id, form.parse(newTokenSchema)) }),
      end: async (form, viewer) => {
        await endToken(viewer.id, form.text("id"));
        return redirectWithFlash(args.context, "/account/tokens", { text: "The token no longer works." });
      },
    },
  );

export const clientAction = preserveForm((form) => ({ ...texts(form), loggedOut: accountTexts.loggedOut }));

export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/tokens";
  const text = actionData?.done;
  return (
    <AccountPage title="API tokens">
      <p className={quiet}>
        With a token, a program uses the <a href="/api">API</a> as you. A token that isn't used for 30 days
        expires. New to this? Start with <a href="/developers/first-bot">your first bot in ten minutes</a>.
      </p>
      {text && (
        <div className={styles.part} role="status">
          <p>
            <b>Here is your token. Copy it now: we won't show it again.</b>
          </p>
          <code className={styles.secret}>{text}</code>
        </div>
      )}
      {loaderData.tokens.length > 0 && <TokenList tokens={loaderData.tokens} />}
      <TokenForm key={text} rules={loaderData.rules} isSubmitting={isSubmitting} />
    </AccountPage>
  );
}

type TokenRow = Route.ComponentProps["loaderData"]["tokens"][number];

function TokenList({ tokens }: { tokens: TokenRow[] }) {
  return (
    <ul className={styles.list}>
      {tokens.map(({ id, name, rights, made, used }) => (
        <li key={id} className={styles.item}>
          <div>
            <p className={styles.name}>{name}</p>
            <p className={quiet}>
              {rights} · {used} · since {made}
            </p>
          </div>
          <EndForm id={id} name={name} />
        </li>
      ))}
    </ul>
  );
}
