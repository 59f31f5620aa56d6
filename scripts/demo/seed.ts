/** Fills the empty store in `STORAGE_DIR` with the demo community, which is the same every time. */
import { db } from "#db/index.ts";
import { storageDir } from "#db/storage-dir.ts";
import { seedAnnouncements } from "./announcements.ts";
import { seedApplications } from "./applications.ts";
import { seedBoards } from "./boards.ts";
import { seedConnections } from "./connections.ts";
import type { Demo } from "./demo.ts";
import { seedEvents } from "./events.ts";
import { seedExperiences } from "./experiences.ts";
import { seedFeedback } from "./feedback.ts";
import { seedHandover } from "./handover.ts";
import { seedJobs } from "./jobs.ts";
import { seedMentoring } from "./mentoring.ts";
import { seedMessages } from "./messages.ts";
import { seedNotices } from "./notices.ts";
import { seedPeople } from "./people.ts";
import { seedProfiles } from "./profiles.ts";
import { seedQuestions } from "./questions.ts";
import { seedReports } from "./reports.ts";
import { seedResources } from "./resources.ts";
import { seedRoom } from "./room.ts";
import { seedThanks } from "./thanks.ts";
import { seedToday } from "./today.ts";

let state = 20_260_101;
/** Mulberry32, with a fixed seed. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

const demo: Demo = {
  db,
  storage: storageDir,
  members: [],
  random,
  pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
  now: Date.now(),
};
await seedPeople(demo);
await seedJobs(demo);
await seedResources(demo);
await seedEvents(demo);
await seedMessages(demo);
await seedConnections(demo);
await seedRoom(demo);
await seedReports(demo);
await seedFeedback(demo);
await seedHandover(demo);
await seedQuestions(demo);
await seedMentoring(demo);
await seedProfiles(demo);
await seedNotices(demo);
await seedAnnouncements(demo);
await seedApplications(demo);
await seedThanks(demo);
await seedToday(demo);
await seedExperiences(demo);
await seedBoards(demo);
db.close();
