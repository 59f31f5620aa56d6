import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { bin } from "./bin.ts";
import { boards } from "./boards.ts";
import { events } from "./events.ts";
import { experiences } from "./experiences.ts";
import { jobs } from "./jobs.ts";
import { messages } from "./messages.ts";
import { withModerator } from "./moderator.ts";
import { notices } from "./notices.ts";
import { people } from "./people.ts";
import { questions } from "./questions.ts";
import { resources } from "./resources.ts";
import type { Row } from "./row.ts";
import { site } from "./site.ts";

const written: Record<string, Row[]> = {
  "Log-in and account": accounts,
  Jobs: jobs,
  "Companies and experiences": experiences,
  Boards: boards,
  People: people,
  Messages: messages,
  Resources: resources,
  Events: events,
  "Questions and answers": questions,
  "What was deleted": bin,
  Notices: notices,
  "Reports and administration": admin,
  "The site itself": site,
};

/** Permissions by subject. */
export const subjects = Object.fromEntries(
  Object.entries(written).map(([subject, rows]) => [subject, rows.map(withModerator)]),
);
