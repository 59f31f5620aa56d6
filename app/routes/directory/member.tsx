import { and, eq } from "drizzle-orm";
import { Link, useOutletContext } from "react-router";
import { connections, db, users } from "#db/index.ts";
import { isActiveNoIndex, isConnectionWith, visibleColumns } from "#db/scopes/users.ts";
import { requireViewer, type Viewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { connectionTexts } from "../../people/connection-texts.ts";
import { describeConnection } from "../../people/describe-connection.ts";
import { getStudyStatus } from "../../people/study-status.server.ts";
import { toId } from "../../schemas/fields.ts";
import { avatarUrl } from "../../schemas/user.ts";
import { touchable } from "../../styles/global.css.ts";
import { quiet, row } from "../../styles/layout.css.ts";
import { formatDay } from "../../time.server.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { type ConnectionChoice, ConnectionForm } from "../../ui/connection-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/member.ts";
import { act } from "./act.server.ts";
import { actTexts } from "./acts.ts";
import * as styles from "./member.css.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const rows = await queryOrNull(context, () => selectMember(viewer, toId(params.id)));
  if (!rows) return { member: null };
  const [row] = rows;
  if (!row) throw new HttpError(404, connectionTexts.unknown);
  const { year } = getStudyStatus(row.batchYear);
  return {
    member: {
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
      // Facts that the owner does not share are null and have no line.
      facts: [
        ["Phone", row.phone],
        ["Roll number", row.roll],
        ["Branch", row.branch],
        ["Year", year && String(year)],
        ["CGPA", row.cgpa && String(row.cgpa)],
        ["Birthday", row.birthday && formatDay(row.birthday)],
        ["Gender", row.gender],
      ].filter((fact): fact is [string, string] => Boolean(fact[1])),
    },
  };
}

const selectMember = (viewer: Viewer, id: number) =>
  db
    .select({ ...visibleColumns(viewer), firstName: users.firstName })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(and(eq(users.id, id), isActiveNoIndex));

export const clientLoader = withFallback(() => ({ member: null }));

export const action = act;

export const clientAction = keepForm(actTexts);

export default function ProfileDetails({ loaderData: { member }, actionData }: Route.ComponentProps) {
  /** The query of the list under the dialog. */
  const query = useOutletContext<string>();
  return (
    <Dialog title="Profile Details" closeTo={`/qa-threads${query}`}>
      <Title>{member?.name || "Profile Details"}</Title>
      <FormAlert failure={actionData?.failure} />
      {member ? (
        <Details member={member} redirectTo={`/qa-threads/${member.id}${query}#connection`} />
      ) : (
        <LoadFailure text="Failed to load this profile" />
      )}
    </Dialog>
  );
}

type Member = NonNullable<Route.ComponentProps["loaderData"]["member"]>;

function Details({ member, redirectTo }: { member: Member; redirectTo: string }) {
  const { name, batch, work, email, location, skills, facts } = member;
  return (
    <article className={styles.details}>
      <div className={styles.head}>
        <Avatar name={name} avatarUrl={member.avatar} size="xl" />
        <div className={styles.headText}>
          <h3 className={styles.name}>
            <bdi>{name || "No Name"}</bdi>
          </h3>
          <p>{`Batch: ${batch ?? "N/A"}`}</p>
          {work && <p>{work}</p>}
          <p>
            <a href={`mailto:${email.split("@").map(encodeURIComponent).join("@")}`} className={touchable}>
              {email}
            </a>
          </p>
          {location && <p>{location}</p>}
        </div>
      </div>
      <section aria-label="Skills">
        {skills.length > 0 ? (
          <ul className={styles.chips}>
            {skills.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        ) : (
          <p className={quiet}>No skills listed yet</p>
        )}
      </section>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term} className={styles.fact}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {member.isOwn ? (
        <div className={row[3]}>
          <ButtonLink to="/profile" variant="outline">
            View Profile
          </ButtonLink>
        </div>
      ) : (
        <>
          <Actions member={member} />
          <Protection member={member} redirectTo={redirectTo} />
        </>
      )}
    </article>
  );
}

function Actions({ member }: { member: Member }) {
  const { id, name, firstName } = member;
  const [state, choices] = describeChoices(member);
  const isAsked = choices[0]?.[2] === "primary";
  return (
    <div className={row[3]}>
      <ButtonLink to={`/messages/${id}`} variant={isAsked ? "outline" : "primary"}>
        {`Message ${firstName}`}
      </ButtonLink>
      <div className={styles.connection} id="connection" aria-live="polite">
        <ToldLine at="connection" />
        {state && <p>{state}</p>}
        <ConnectionForm userId={id} name={name} choices={choices} />
      </div>
    </div>
  );
}

/** Block and report. */
function Protection({ member: { id, name }, redirectTo }: { member: Member; redirectTo: string }) {
  const report = new URLSearchParams({ subject: "user", id, redirectTo });
  return (
    <div className={styles.protection}>
      <ConnectionForm userId={id} name={name} choices={[["block", "Block", "link"]]} />
      <Link to={`/reports/new?${report}`} aria-label={`Report: ${name}`}>
        Report
      </Link>
    </div>
  );
}

/** The state of the connection, and the choices of the viewer. */
function describeChoices({
  connection,
  connectionBy,
  firstName,
}: Member): [state: string | null, choices: readonly ConnectionChoice[]] {
  if (connection === "connected") return ["Connected", [["remove", "Remove connection", "link"]]];
  if (connection === "none") return [null, [["ask", "Connect", "outline"]]];
  if (connectionBy === "me") return ["Request Sent", [["withdraw", "Withdraw request", "link"]]];
  return [
    `${firstName} wants to connect with you`,
    [
      ["accept", "Accept", "primary"],
      ["decline", "Decline", "ghost"],
    ],
  ];
}
