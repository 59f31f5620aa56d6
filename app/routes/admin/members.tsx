import { redirect } from "react-router";
import { cutPage } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { normalizeLine, parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
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
  if (!found) return null;
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

export const clientLoader = withFallback(() => null);

const texts = { failed: "That couldn't be saved. Please try again." };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireAdmin(args);
  return submitForm(args, { fields: ["intent", "id"], texts }, async (form) => {
    const id = parseId(form.text("id"));
    const act = form.text("intent");
    const isDone = id !== null && isMemberAct(act) && (await changeMember(viewer, id, act));
    if (!isDone) throw new HttpError(409, notPossible);
    return redirect(`/admin/members${args.url.search}`, 303);
  });
}

export const clientAction = keepForm(texts);

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
      <FormAlert failure={actionData?.failure} />
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
