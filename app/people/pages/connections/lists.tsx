export const maxRequests = 50;

import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Pager, useIsFirstPage } from "#app/ui/list.tsx";
import type { Route } from "./+types/connections.ts";
import { PeopleSection } from "./people-section.tsx";

export function Lists({
  lists: { received, sent, connected },
}: {
  lists: Route.ComponentProps["loaderData"];
}) {
  const isFirst = useIsFirstPage();
  if (isFirst && received.length + sent.length + connected.rows.length === 0) {
    return (
      <EmptyState scene="table" title="No connections yet">
        <p>Find people you know, or would like to know, and ask them to connect.</p>
        <ButtonLink to="/qa-threads">Find people</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <PeopleSection
        title="Waiting for your answer"
        people={received}
        choices={[
          ["accept", "Accept", "outline"],
          ["decline", "Decline", "link"],
        ]}
        note={
          received.length === maxRequests
            ? "These are the newest requests. Answer some to see the others."
            : null
        }
      />
      <PeopleSection
        title="Requests you sent"
        people={sent}
        choices={[["withdraw", "Withdraw", "link"]]}
        note={
          sent.length === maxRequests
            ? "These are your newest requests. Withdraw some to see the others."
            : null
        }
      />
      <PeopleSection
        title="Connected"
        people={connected.rows}
        choices={[["remove", "Remove", "link"]]}
        canMessage
      />
      <Pager next={connected.next} />
    </>
  );
}
