import { and, eq } from "drizzle-orm";
import type { ReactNode } from "react";
import { isRouteErrorResponse, useOutletContext, useRouteError } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { formatDay } from "#app/platform/time/time.server.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { connections, db, users } from "#db/index.ts";
import { isActiveNoIndex, isConnectionWith, visibleColumns } from "#db/scopes/users.ts";
import { connectionTexts } from "../../connection-texts.ts";
import { describeConnection } from "../../describe-connection.ts";
import { avatarUrl } from "../../person.server.ts";
import { getStudyStatus } from "../../study-status.server.ts";
import type { Route } from "./+types/member.ts";
import * as styles from "./member.css.ts";
import { actTexts } from "./member-act-texts.ts";
import { memberAction } from "./member-acts.server.ts";
import { MemberDetails } from "./member-details.tsx";

export const handle = { title: "Profile Details", failed: "Failed to load this profile" };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const [row] = await selectMember(viewer, toId(args.params.id));
  if (!row) throw new HttpError(404, connectionTexts.unknown);
  const { year } = getStudyStatus(row);
  return {
    id: String(row.id),
    name: row.name,
    firstName: row.firstName || row.name,
    email: row.email,
    avatar: row.avatarFile && avatarUrl(row.avatarFile),
    batch: row.batchYear,
    work: [row.position, row.company].filter(Boolean).join(", "),
    location: row.location,
    skills: row.skills,
    isOwn: row.id === viewer.id,
    ...describeConnection(row, viewer.id),
    // Facts that the owner does not share are null and get no line.
    facts: [
      ["Phone", row.phone],
      ["Roll number", row.roll],
      ["Programme", row.programmeId && programmeOf(row.programmeId).name],
      ["Branch", row.branch],
      ["Year", year && String(year)],
      ["CGPA", row.cgpa && String(row.cgpa)],
      ["Birthday", row.birthday && formatDay(row.birthday)],
      ["Gender", row.gender],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
  };
}

const selectMember = (viewer: Viewer, id: number) =>
  db
    .select({ ...visibleColumns(viewer), firstName: users.firstName })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(and(eq(users.id, id), isActiveNoIndex));

/** Shows the error in the dialog, over the list. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  return (
    <MemberDialog>
      {isRefusal ? <p>{String(error.data)}</p> : <LoadFailure text={handle.failed} />}
    </MemberDialog>
  );
}

export const action = memberAction;

export const clientAction = preserveForm(actTexts);

export default function ProfileDetails({ loaderData: member }: Route.ComponentProps) {
  return (
    <MemberDialog name={member.name}>
      <FormAlert />
      <MemberDetails member={member} />
    </MemberDialog>
  );
}

function MemberDialog({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <Dialog
      className={styles.dialog}
      title={handle.title}
      closeTo={`/qa-threads${useOutletContext<string>()}`}
    >
      <Title>{name || handle.title}</Title>
      {children}
    </Dialog>
  );
}
