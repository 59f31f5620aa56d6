import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { announce, takeBack } from "../../announcements/announce.server.ts";
import { type AnnouncementRow, listAnnouncements, listPlaces } from "../../announcements/list.server.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, submitForm } from "../../forms/submit.server.ts";
import { presentPerson } from "../../people/person.server.ts";
import { useServerFrames } from "../../realtime/provider.tsx";
import { useReload } from "../../realtime/use-reload.ts";
import { UnlessMuted } from "../../reports/muted-band.tsx";
import { announcementFields, announcementSchema, lastDay } from "../../schemas/announcement.ts";
import { announcementTexts, describePlace, describeReads } from "../../schemas/announcement-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { roughCount } from "../../schemas/job-tracking-texts.ts";
import { narrow } from "../../styles/global.css.ts";
import { padded, stack } from "../../styles/layout.css.ts";
import { addDays, formatShortDay, timeAgo, today } from "../../time/time.server.ts";
import { Area } from "../../ui/drawing.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/announcements.ts";
import { AnnounceForm, Announcement } from "./announcement.tsx";
import * as styles from "./announcements.css.ts";

export const handle = { title: "Announcements", failed: announcementTexts.loadFailed };

const pageSize = 20;
const usualDays = 7;

export async function loader(args: Route.LoaderArgs) {
  const first = today();
  const days = { first, usual: addDays(first, usualDays), last: lastDay(first) };
  const page = { days, rules: getFieldRules(announcementFields) };
  if (args.context.get(hasSessionEnded)) return { ...page, places: null, rows: [], next: null };
  const viewer = await requireViewer(args);
  const [places, found] = await Promise.all([
    listPlaces(viewer),
    listAnnouncements(viewer.id, { limit: pageSize + 1, before: readIdCursor(args.url) }),
  ]);
  return { ...page, places, ...pageOf(found, pageSize, presentAnnouncement) };
}

const presentAnnouncement = (row: AnnouncementRow) => ({
  id: row.id,
  text: row.text,
  person: presentPerson(row.author),
  facts: `To ${describePlace(row.batchYear)}, ${timeAgo(row.createdAt)}, until ${formatShortDay(row.until)}`,
  reads: row.seesCount ? describeReads(roughCount(row.readCount)) : null,
  mayTakeBack: row.mayTakeBack,
});

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const isTakingBack = (form: FormData) => form.get("intent") === "delete";
const texts = (form: FormData) => ({
  failed: isTakingBack(form) ? announcementTexts.takeBackFailed : announcementTexts.failed,
  loggedOut: announcementTexts.loggedOut,
});

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: [...Object.keys(announcementFields), "id"], texts },
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

/** What is announced to the member, and a form for who may announce. */
export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
  const { places, rows, next } = loaderData;
  const failure = actionData?.failure;
  const isDeletion = failure?.initialValue?.intent === "delete";
  const reload = useReload();
  useServerFrames(({ event }) => {
    if (event === "notice") reload();
  });
  return (
    <div className={`${narrow} ${stack[5]} ${padded}`}>
      <div>
        <Title heading>Announcements</Title>
        <Area className={styles.area} name="bell" />
      </div>
      {isDeletion && <FormAlert />}
      {(places === null || places.length > 0 || (failure && !isDeletion)) && (
        <UnlessMuted>
          <AnnounceForm page={loaderData} />
        </UnlessMuted>
      )}
      {places !== null && (
        <List
          rows={rows}
          next={next}
          empty={["Nothing is announced", "What everybody, or your batch, should know appears here."]}
          className={styles.list}
        >
          {(row) => <Announcement key={row.id} {...row} />}
        </List>
      )}
    </div>
  );
}
