import { Link } from "react-router";
import { roughCount } from "#app/jobs/tracking-texts.ts";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { presentPerson } from "#app/people/person.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useReload } from "#app/platform/realtime/use-reload.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { addDays, formatShortDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import { Area } from "#app/ui/drawing.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow, touchable } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { announce, takeBack } from "../announce.server.ts";
import { announcementFields, announcementSchema, lastDay } from "../input.server.ts";
import { type AnnouncementRow, listPlaces, selectAnnouncements } from "../list.server.ts";
import { announcementTexts, describeAudience, describeReads } from "../texts.ts";
import type { Route } from "./+types/announcements.ts";
import { AnnounceForm, Announcement } from "./announcement.tsx";
import * as styles from "./announcements.css.ts";

export const handle = { title: "Announcements", failed: announcementTexts.loadFailed };

const pageSize = 20;
const usualDays = 7;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const [places, found] = await Promise.all([
    listPlaces(viewer),
    selectAnnouncements(viewer.id, { limit: pageSize + 1, before: readIdCursor(args.url) }),
  ]);
  const first = today();
  const days = { first, usual: addDays(first, usualDays), last: lastDay(first) };
  const rules = getFieldRules(announcementFields);
  return { days, rules, places, ...pageOf(found, pageSize, presentAnnouncement) };
}

const presentAnnouncement = (row: AnnouncementRow) => ({
  id: row.id,
  text: row.text,
  person: presentPerson(row.author),
  facts: `To ${describeAudience(row.batchYear)}, ${timeAgo(row.createdAt)}, until ${formatShortDay(row.until)}`,
  reads: row.seesCount ? describeReads(roughCount(row.readCount)) : null,
  mayTakeBack: row.mayTakeBack,
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const isTakingBack = (form: FormData) => form.get("intent") === "delete";
const texts = (form: FormData) => ({
  failed: isTakingBack(form) ? announcementTexts.takeBackFailed : announcementTexts.failed,
  loggedOut: announcementTexts.loggedOut,
});

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: [...Object.keys(announcementFields), "id"], texts },
    {
      async announce(form, viewer) {
        await announce(viewer, form.parse(announcementSchema));
        return redirectWithFlash(args.context, "/announcements", { text: announcementTexts.announced });
      },
      async delete(form, viewer) {
        await takeBack(viewer, toId(form.text("id")));
        return redirectWithFlash(args.context, "/announcements", { text: announcementTexts.takenBack });
      },
    },
  );

export const clientAction = preserveForm(texts);

/** The member's announcements, and a form for members who may announce. */
export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
  const { places, rows, next } = loaderData;
  const failure = actionData?.failure;
  const isDeletion = failure?.initialValue?.intent === "delete";
  const reload = useReload();
  useServerFrames(({ event }) => {
    if (event === "notice") reload();
  });
  return (
    <div className={`${narrow} ${stack[5]} ${padded} ${styles.page}`}>
      <div>
        <Title heading>Announcements</Title>
        <Area className={styles.area} name="bell" />
      </div>
      {isDeletion && <FormAlert />}
      {(places.length > 0 || (failure && !isDeletion)) && (
        <UnlessMuted>
          <AnnounceForm page={loaderData} />
          <p>
            <Link to="/join" className={touchable}>
              Invite a batch with a link
            </Link>
          </p>
        </UnlessMuted>
      )}
      <List
        rows={rows}
        next={next}
        empty={["No announcements", "What everybody, or your batch, should know appears here."]}
        className={styles.list}
      >
        {(row) => <Announcement key={row.id} {...row} />}
      </List>
    </div>
  );
}
