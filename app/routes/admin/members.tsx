import { Outlet } from "react-router";
import { cutPage } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { normalizeLine, parseId } from "../../schemas/fields.ts";
import { formatShortDay, today } from "../../time.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/members.ts";
import * as styles from "./admin.css.ts";
import { submitMemberAct } from "./member-act.server.ts";
import { MemberFilter } from "./member-filter.tsx";
import { readMemberList, selectMembers } from "./member-list.server.ts";
import { MemberRow } from "./member-row.tsx";
import { memberTexts } from "./member-texts.ts";
import { OlderLinks, pageSize } from "./older.tsx";

const maxSearchLength = 100;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const { searchParams } = args.url;
  const list = readMemberList(searchParams.get("list"));
  const search = normalizeLine((searchParams.get("search") ?? "").slice(0, maxSearchLength));
  const before = parseId(searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () => selectMembers(list, search, before));
  if (!found) return null;
  const { page, last } = cutPage(found, pageSize);
  return {
    list,
    search,
    members: page.map(({ createdAt, ...member }) => ({
      ...member,
      isSelf: member.id === viewer.id,
      joined: formatShortDay(today(createdAt)),
    })),
    older: last?.id ?? null,
  };
}

export const clientLoader = withFallback(() => null);

export const action = (args: Route.ActionArgs) => submitMemberAct(args);
export const clientAction = keepForm(memberTexts);

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title>Members</Title>
      <div className={styles.heading}>
        <h1>Members</h1>
        <ButtonLink to="/admin/members/import" variant="outline">
          Invite from a list
        </ButtonLink>
      </div>
      <Outlet />
      <FormAlert failure={actionData?.failure} />
      {loaderData ? <List page={loaderData} /> : <LoadFailure text={memberTexts.loadFailed} />}
    </>
  );
}

function List({ page }: { page: NonNullable<Route.ComponentProps["loaderData"]> }) {
  const { list, search, members, older } = page;
  return (
    <>
      <MemberFilter list={list} search={search} />
      {members.length === 0 && (
        <EmptyState title="Nobody here">
          <p>{list === "pending" ? "Nobody waits for approval." : "Try another list or another search."}</p>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      <OlderLinks older={older} text="More members" />
    </>
  );
}
