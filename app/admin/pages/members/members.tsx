import { useOutlet } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { cutText, normalizeCode, normalizeLine } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { formatShortDay, today } from "#app/platform/time/time.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import * as styles from "../admin.css.ts";
import { pageSize } from "../navigation.ts";
import type { Route } from "./+types/members.ts";
import { MemberFilter } from "./member-filter.tsx";
import { listMembers, readMemberList } from "./member-list.server.ts";
import { MemberRow } from "./member-row.tsx";
import { memberTexts } from "./member-texts.ts";
import { submitMemberAction } from "./submit-member-action.server.ts";

export const handle = { title: "Members", failed: memberTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const { searchParams } = args.url;
  const list = readMemberList(searchParams.get("list"));
  const search = cutText(normalizeLine(searchParams.get("search") ?? ""), maxNameSearchLength);
  limitListSearch(viewer, getRequestContext(args.context), { search });
  const batch = readBatch(searchParams.get("batch"));
  const { rows, stoppedAt } = await listMembers(list, { search, batch }, readIdCursor(args.url));
  const page = pageOf(
    rows,
    pageSize,
    ({ createdAt, ...member }) => ({
      ...member,
      isSelf: member.id === viewer.id,
      joined: formatShortDay(today(createdAt)),
    }),
    undefined,
    stoppedAt,
  );
  return { list, search, batch, page };
}

const readBatch = (text: string | null) => {
  const year = normalizeCode((text ?? "").slice(0, 60));
  return /^\d{4}$/.test(year) ? Number(year) : null;
};

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => submitMemberAction(args);
export const clientAction = preserveForm(memberTexts);

export default function Members({ loaderData }: Route.ComponentProps) {
  const { list, search, batch, page } = loaderData;
  const dialog = useOutlet();
  return (
    <>
      {!dialog && <Title>Members</Title>}
      <div className={styles.head}>
        <h1>Members</h1>
        <ButtonLink to="/admin/members/import" variant="outline">
          Invite from a list
        </ButtonLink>
      </div>
      {dialog}
      <FormAlert />
      <MemberFilter list={list} search={search} batch={batch} />
      <List
        {...page}
        filterNames={["list", "search", "batch"]}
        empty={[
          "Nobody here",
          list === "pending" ? "Nobody is waiting for approval." : "Try another list or another search.",
        ]}
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </List>
    </>
  );
}
