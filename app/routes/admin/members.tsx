import { data, redirect } from "react-router";
import { cutPage } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { normalizeLine, parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/members.ts";
import * as styles from "./admin.css.ts";
import { MemberFilter } from "./member-filter.tsx";
import { readMemberList, selectMembers } from "./member-list.server.ts";
import { MemberRow } from "./member-row.tsx";
import { changeMember, isMemberAct } from "./membership.server.ts";
import { pageSize } from "./older.tsx";

const loadFailed = "Failed to load members";
const saveFailed = "That couldn't be saved. Please try again.";
const notPossible =
  "That isn't possible any more. Somebody else may have changed this member, or nobody would be left to administrate.";
const maxSearchLength = 100;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const { searchParams } = args.url;
  const list = readMemberList(searchParams.get("list"));
  const search = normalizeLine((searchParams.get("search") ?? "").slice(0, maxSearchLength));
  const before = parseId(searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () => selectMembers(list, search, before));
  if (!found) return data(null, 503);
  const { page, last } = cutPage(found, pageSize);
  const filter = new URLSearchParams({ ...(list !== "all" && { list }), ...(search && { search }) });
  return {
    list,
    search,
    members: page.map(({ createdAt, ...member }) => ({
      ...member,
      isSelf: member.id === viewer.id,
      joined: formatDateTime(createdAt),
    })),
    newest: searchParams.has("before") ? `/admin/members?${filter}` : null,
    older: last ? `/admin/members?${filter}${filter.size > 0 ? "&" : ""}before=${last.id}` : null,
    imported: parseId(searchParams.get("imported")),
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action(args: Route.ActionArgs) {
  const viewer = await requireAdmin(args);
  const form = await readForm(args.request, ["intent", "id"]);
  const id = parseId(form.get("id"));
  const act = String(form.get("intent"));
  if (id === null || !isMemberAct(act)) return data({ error: notPossible }, 409);
  const done = await queryOrNull(args.context, async () => ({ isDone: await changeMember(viewer, id, act) }));
  if (!done) return data({ error: saveFailed }, 503);
  if (!done.isDone) return data({ error: notPossible }, 409);
  throw redirect(`/admin/members${args.url.search}`, 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () => data({ error: saveFailed }, 503));

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
      <Alert texts={actionData ? [actionData.error] : null} />
      {loaderData ? <List page={loaderData} /> : <LoadFailure text={loadFailed} />}
    </>
  );
}

function List({ page }: { page: NonNullable<Route.ComponentProps["loaderData"]> }) {
  const { list, search, members, newest, older, imported } = page;
  return (
    <>
      <Alert kind="notice" texts={imported ? [`${imported} invited. Their emails are on the way.`] : null} />
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
      {(newest || older) && (
        <nav className={styles.more} aria-label="Pages">
          {newest && (
            <ButtonLink to={newest} variant="ghost">
              Newest
            </ButtonLink>
          )}
          {older && (
            <ButtonLink to={older} variant="outline">
              Older
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
