import { Link } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Pager, useIsFirstPage } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import type { MentoringKind } from "#db/vocabulary.ts";
import { listMentorings } from "../list.server.ts";
import { mentoringTexts } from "../texts.ts";
import type { Route } from "./+types/list.ts";
import * as styles from "./mentoring.css.ts";
import { presentMentoring } from "./present.server.ts";
import { maxListed, Section } from "./sections.tsx";

export const handle = { title: "Mentoring", failed: mentoringTexts.loadFailed };

const pageSize = 20;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const before = readIdCursor(args.url);
  const isFirst = before === Number.MAX_SAFE_INTEGER;
  const list = (kind: MentoringKind, limit: number) =>
    limit === 0 ? [] : listMentorings(viewer.id, { kind, limit, before });
  const [received, asked, current, past] = await Promise.all([
    list("received", isFirst ? maxListed : 0),
    list("asked", isFirst ? maxListed : 0),
    list("current", isFirst ? maxListed : 0),
    list("past", pageSize + 1),
  ]);
  return {
    received: received.map(presentMentoring),
    asked: asked.map(presentMentoring),
    current: current.map(presentMentoring),
    past: pageOf(past, pageSize, presentMentoring),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Mentoring({ loaderData: { received, asked, current, past } }: Route.ComponentProps) {
  const isFirst = useIsFirstPage();
  const isEmpty = received.length + asked.length + current.length + past.rows.length === 0;
  return (
    <div className={`${narrow} ${stack[5]} ${padded}`}>
      <div className={styles.head}>
        <div>
          <Title heading>Mentoring</Title>
          {!isEmpty && (
            <p className={quiet}>
              Help over some months, from somebody who has been through it. Only you and the other person can
              see each entry.
            </p>
          )}
        </div>
        {!isEmpty && (
          <ButtonLink to="/qa-threads?mentoring=1" variant="outline">
            Find a mentor
          </ButtonLink>
        )}
      </div>
      {isEmpty && isFirst && (
        <EmptyState scene="table" title="No mentoring yet">
          <p>Somebody has been through it before you. Ask them, or offer what you know.</p>
          <div className={row[3]}>
            <ButtonLink to="/qa-threads?mentoring=1">Find a mentor</ButtonLink>
            <ButtonLink to="/profile?edit=1" variant="outline">
              Become a mentor
            </ButtonLink>
          </div>
        </EmptyState>
      )}
      <Section title="Waiting for your answer" rows={received} />
      <Section title="Current" rows={current} />
      <Section title="You asked" rows={asked} />
      <Section title="Past" rows={past.rows} />
      {!isEmpty && (
        <p className={quiet}>
          Choose what you offer as a mentor under{" "}
          <Link to="/profile?edit#mentoring">Mentoring, in your profile</Link>.
        </p>
      )}
      <Pager next={past.next} />
    </div>
  );
}
