import { data, Form, Link } from "react-router";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { verifyStopLink } from "#app/platform/mail/link.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { stopMails } from "../settings.server.ts";
import { findKind } from "../texts.server.ts";
import type { Route } from "./+types/stop.ts";
import * as styles from "./notices.css.ts";

// The link in an email is signed and needs no log-in. Mail clients also post to it directly ("one-click unsubscribe").

const incomplete = "This link is incomplete. Please use the one in the email.";

const texts = { failed: "Your choice couldn't be saved. Please try again." };

export function loader({ url }: Route.LoaderArgs) {
  const link = verifyStopLink(url);
  if (!link) return data({ labels: null }, 404);
  const { kind } = link;
  if (kind === "digest") return { labels: ["Everything in your daily digest"] };
  return { labels: kind.split(",").flatMap((name) => findKind(name)?.label ?? []) };
}

/** RFC 8058 forbids redirects for one-click posts from mail clients. */
export async function action(args: Route.ActionArgs) {
  const link = verifyStopLink(args.url);
  if (!link) throw new HttpError(404, incomplete);
  return submitForm(args, { auth: "anyone", fields: [], texts }, async () => {
    await stopMails(link.userId, link.kind);
    return { done: true };
  });
}

export const clientAction = preserveForm(texts);

export default function Stop({ loaderData: { labels }, actionData }: Route.ComponentProps) {
  if (!labels) {
    return (
      <div className={errorStyles.page}>
        <Scene name="chart" />
        <Title heading>This link is incomplete</Title>
        <p>Please use the one in the email.</p>
        <ButtonLink to="/account/notices">Log in and choose what is emailed</ButtonLink>
      </div>
    );
  }
  const isDone = actionData?.done === true;
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Stop these emails</Title>
      <h1>{isDone ? "Stopped" : "Stop these emails"}</h1>
      <FormAlert />
      <p role={isDone ? "status" : undefined}>
        {isDone
          ? "You won't get any more emails about this. It still appears in your notices:"
          : "These emails are about:"}
      </p>
      <ul className={styles.kinds}>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      {!isDone && (
        <Form method="post">
          <Button>Stop these emails</Button>
        </Form>
      )}
      <p>
        <Link to="/account/notices">Choose what we email you</Link>
      </p>
    </div>
  );
}
