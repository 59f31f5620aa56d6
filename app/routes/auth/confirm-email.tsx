import { data, Form, redirect } from "react-router";
import { authTexts } from "../../schemas/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/confirm-email.ts";
import * as styles from "./auth.css.ts";
import { confirmEmail } from "./password-reset.server.ts";

/** Nothing here needs a script. */
export const handle = { noJs: true };

const discreet = { "Referrer-Policy": "strict-origin", "Cache-Control": "no-store" };
export const headers: Route.HeadersFunction = () => discreet;

export const loader = ({ url }: Route.LoaderArgs) => ({
  token: url.searchParams.get("token") ?? "",
  linkDead: authTexts.linkDead,
});

/** Opening the link confirms nothing: programs that look through mails open links, too. */
export async function action({ request }: Route.ActionArgs) {
  const token = (await request.formData()).get("token");
  if (typeof token === "string" && (await confirmEmail(token)))
    throw redirect("/login?notice=confirmed", 303);
  return data({ dead: true }, 410);
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={styles.single}>
      <Title>Confirm your address</Title>
      <h1>Confirm your address</h1>
      {actionData?.dead ? (
        <>
          <p role="alert">{loaderData.linkDead} Log in with your password, and we mail you a new one.</p>
          <p>
            <ButtonLink to="/login">Log In</ButtonLink>
          </p>
        </>
      ) : (
        <Form method="post" action="/confirm-email" className={styles.form}>
          <p>One step more, and you are in.</p>
          <input type="hidden" name="token" value={loaderData.token} />
          <Button size="lg" fullWidth>
            Confirm my address
          </Button>
        </Form>
      )}
    </div>
  );
}
