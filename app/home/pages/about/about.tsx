import { useContext } from "react";
import { Link } from "react-router";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { renderMarkdown } from "#app/questions/markdown.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Contents } from "#app/ui/contents.tsx";
import { LinkedLines, LinkedText } from "#app/ui/linked-text.tsx";
import { SiteContext, Title } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { soft } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/about.ts";
import * as styles from "./about.css.ts";
import { loadAboutText } from "./about-text.server.ts";
import { aboutTitles, HowLong, Rules, Section, WhoSeesWhat } from "./sections.tsx";

export const handle = {
  scripts: "members",
  cache: { params: [], varyBy: "role" },
  offline: "renewed",
  title: "How this works",
  failed: "Failed to load this page",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = await getReader({ request, context });
  return {
    text: await loadAboutText(),
    contact: env.CONTACT ?? null,
    isAdmin: reader?.isAdmin ?? false,
    ...(settings.rules && { rulesHtml: renderMarkdown(settings.rules) }),
    ...(settings.contacts && { contacts: settings.contacts }),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function About({
  loaderData: { text, contact, isAdmin, rulesHtml, contacts },
}: Route.ComponentProps) {
  const { name, college } = useContext(SiteContext);
  const parts = (Object.keys(aboutTitles) as (keyof typeof aboutTitles)[])
    .filter((id) => id !== "own-rules" || rulesHtml)
    .map((id) => [id, aboutTitles[id]] as const);
  return (
    <div className={styles.wholePage}>
      <Title description="What this community asks of you, who sees it, how long it stays, and who runs it.">
        How this works
      </Title>
      <div className={styles.section}>
        <h1>How this works</h1>
        <p className={soft}>
          {name} brings together the students and alumni of {college ?? "one college"}.
        </p>
        {text && (
          <p className={styles.own}>
            <LinkedText text={text} />
          </p>
        )}
        {isAdmin && (
          <p>
            <ButtonLink to="/about/edit" variant="outline">
              {text ? "Change this text" : "Add a text of your own"}
            </ButtonLink>
          </p>
        )}
      </div>
      <div className={styles.contents}>
        <Contents parts={parts} />
        <div className={styles.parts}>
          <WhoSeesWhat />
          <HowLong />
          <Rules />
          {rulesHtml && (
            <Section id="own-rules" title={`The rules of ${name}`}>
              <Prose html={rulesHtml} className={styles.prose} />
            </Section>
          )}
          <Section id="operators">
            <p>
              Administrators of the community look after accounts and reports.{" "}
              {contact ? (
                <>
                  You reach them at{" "}
                  <a href={contact.includes("@") ? `mailto:${contact}` : contact}>{contact}</a>.
                </>
              ) : (
                <>
                  You reach them by <Link to="/feedback">feedback</Link>.
                </>
              )}
            </p>
            <LinkedLines text={contacts} />
          </Section>
        </div>
      </div>
    </div>
  );
}
