import { data, Form, redirect, useNavigation } from "react-router";
import { handleAuthForm, rejectedFormHeaders } from "../../auth/form.server.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { hourMs } from "../../durations.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { formatDateTime, timeAgo } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { formFailure } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/tokens.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { newTokenFields, newTokenSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";
import { TokenForm } from "./token-form.tsx";
import { endToken, makeToken, selectTokens } from "./tokens.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const rows = await queryOrNull(args.context, () => selectTokens(viewer.id));
  if (!rows) return data(null, 503);
  return {
    errorTexts: getFieldErrorTexts(newTokenFields),
    tokens: rows.map(({ createdAt, lastUsedAt, ...token }) => ({
      ...token,
      made: formatDateTime(createdAt),
      used: describeUse(createdAt, lastUsedAt),
    })),
  };
}

/** A token's last use is written down once an hour. */
function describeUse(createdAt: number, lastUsedAt: number): string {
  if (lastUsedAt === createdAt) return "Not used yet";
  return `Used ${lastUsedAt > Date.now() - hourMs ? "within the hour" : timeAgo(lastUsedAt)}`;
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** Makes a token, which this answer alone shows, or ends one. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const form = await readForm(args.request.clone(), ["intent", "id"]);
  if (form.get("intent") === "end") {
    const ended = await queryOrNull(args.context, async () => {
      await endToken(viewer.id, String(form.get("id")));
      return true;
    });
    if (!ended) return data({ reply: formFailure(accountTexts.tokenNotEnded), text: null }, 503);
    throw redirect("/account/tokens", 303);
  }
  const result = await handleAuthForm(
    args,
    { fields: newTokenFields, schema: newTokenSchema, failureText: accountTexts.tokenFailed },
    (token) => makeToken(viewer.id, token),
  );
  if ("rejected" in result) return data({ reply: result.rejected.reply, text: null }, result.rejected.init);
  // No redirect: the text is stored nowhere, so no other page could show it.
  return { reply: undefined, text: result.accepted };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) =>
    data(
      {
        reply: formFailure(reason === "login" ? accountTexts.loggedOut : accountTexts.tokenFailed),
        text: null,
      },
      503,
    ),
  );

export const headers = rejectedFormHeaders;

export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/tokens";
  if (!loaderData) {
    return (
      <AccountPage title="API tokens">
        <LoadFailure text={accountTexts.loadFailed} />
      </AccountPage>
    );
  }
  const text = actionData?.text;
  return (
    <AccountPage title="API tokens">
      <p className={styles.quiet}>
        With a token, a program uses the <a href="/api">API</a> as you. Make{" "}
        <a href="/developers/first-bot">your first bot in ten minutes</a>. A token that nobody uses for 30
        days ends.
      </p>
      {text && (
        <div className={styles.part} role="status">
          <p>
            <b>Copy your token now: we won't show it again.</b>
          </p>
          <code className={styles.secret}>{text}</code>
        </div>
      )}
      {loaderData.tokens.length > 0 && <TokenList tokens={loaderData.tokens} />}
      <TokenForm
        key={text}
        errorTexts={loaderData.errorTexts}
        reply={actionData?.reply}
        isSubmitting={isSubmitting}
      />
    </AccountPage>
  );
}

type TokenRow = NonNullable<Route.ComponentProps["loaderData"]>["tokens"][number];

function TokenList({ tokens }: { tokens: TokenRow[] }) {
  return (
    <ul className={styles.list}>
      {tokens.map(({ id, name, isReadOnly, made, used }) => (
        <li key={id} className={styles.item}>
          <div>
            <p className={styles.name}>{name}</p>
            <p className={styles.quiet}>
              {isReadOnly ? "Read only" : "Read and write"} · {used} · since {made}
            </p>
          </div>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button variant="outline" size="sm" name="intent" value="end" aria-label={`End ${name}`}>
              End
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
