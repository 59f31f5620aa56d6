import { viewerOf } from "../../http/session.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/home.ts";
import * as styles from "./home.css.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  return { member: (await viewerOf({ request, context })) !== null };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.hero}>
      <Title description="From Newcomers to Navigators, connecting students to succeed together." />
      <p className={styles.eyebrow}>Students and alumni of one college</p>
      <h1 className={styles.tagline}>
        From Newcomers to Navigators, connecting students to succeed together.
      </h1>
      {!loaderData.member && (
        <p className={styles.actions}>
          <ButtonLink to="/register" size="lg">
            Get Started
          </ButtonLink>
          <ButtonLink to="/login" size="lg" variant="outline">
            Log In
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
