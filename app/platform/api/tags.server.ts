import { z } from "zod";
import type { Scope, scopeSubjects } from "#db/vocabulary.ts";

interface Noun {
  name: string;
  /** The scope that a token with limited scopes needs. */
  scope?: (typeof scopeSubjects)[number];
  description: string;
  paths: RegExp;
}

/** The nouns of the API and their paths, in the order of the reference pages. */
const nouns: Noun[] = [
  {
    name: "Accounts",
    description: "Register, log in and out, and ask what a token may do.",
    paths: /^\/api\/users\/(register|login|logout|me\/token)$/,
  },
  {
    name: "Notices",
    scope: "users",
    description: "Your notices and their settings. The frame `notice` says how many are unread.",
    paths: /^\/api\/(notices|saved-searches|users\/me\/notice-settings)/,
  },
  {
    name: "Today",
    scope: "users",
    description:
      "What is waiting for you, as on the home page. The frames `notice` and `unread_messages` say when to look again.",
    paths: /^\/api\/users\/me\/today/,
  },
  {
    name: "Announcements",
    scope: "users",
    description:
      "What administrators, and members they choose, announce to everybody or to one batch, until a given day.",
    paths: /^\/api\/(announcements|users\/\{id\}\/announcer)/,
  },
  {
    name: "Users",
    scope: "users",
    description:
      "The members: their profiles, your connections with them and your blocks. `phone`, `roll`, `cgpa`, `birthday`, `gender` and `location` are null unless their owner shares them with you.",
    paths: /^\/api\/users/,
  },
  {
    name: "Mentoring",
    scope: "users",
    description: "Mentoring requests and their outcome. Only the two members involved can see them.",
    paths: /^\/api\/mentoring/,
  },
  {
    name: "Messages",
    scope: "messages",
    description:
      "Messages between two members. A member who writes anonymously appears as an alias (`anon_…`), in a separate conversation. New messages arrive on the socket.",
    paths: /^\/api\/messages/,
  },
  {
    name: "Anonymous room",
    scope: "room",
    description: "One room for everyone, without names. Nothing ties a line to its author.",
    paths: /^\/api\/anonymous-messages/,
  },
  {
    name: "Resources",
    scope: "resources",
    description: "Files that members share, by category and year of study.",
    paths: /^\/api\/(resources|seed-categories)/,
  },
  {
    name: "Events",
    scope: "events",
    description:
      "Events with registrations and waiting lists. Guests see how many take part, members also who.",
    paths: /^\/api\/events/,
  },
  {
    name: "Uploads",
    scope: "events",
    description: "Images for events, and files for messages. Unused files are deleted after a day.",
    paths: /^\/api\/uploads/,
  },
  {
    name: "Jobs",
    scope: "jobs",
    description:
      "Job posts. Opportunity and workplace types are taken in any spelling and returned as short labels.",
    paths: /^\/api\/(jobs|applications|reports\/jobs)/,
  },
  {
    name: "Experiences",
    scope: "jobs",
    description:
      "Companies, and how interviews, internships and jobs went, for members only. An anonymous author has no id.",
    paths: /^\/api\/(companies|experiences)/,
  },
  {
    name: "Boards",
    scope: "resources",
    description: "Pages that members keep current, such as a timetable or a menu. Everybody can read them.",
    paths: /^\/api\/boards/,
  },
  {
    name: "Questions",
    scope: "questions",
    description:
      "Questions, their answers, comments, votes and tags. An anonymous author has no id, and the same label in all of one question.",
    paths: /^\/api\/(questions|answers|comments|tags)/,
  },
  { name: "Search", description: "One search for everything that you may see.", paths: /^\/api\/search/ },
  { name: "Documents", description: "The API's own descriptions.", paths: /^\/api\/\w+\.json$/ },
];

export const tags = nouns.map(({ name, description }) => ({ name, description }));

function findNoun(path: string): Noun {
  const noun = nouns.find(({ paths }) => paths.test(path));
  if (!noun) throw new Error(`${path} has no noun in tags.server.ts`);
  return noun;
}

/** The noun of a path. */
export const findTag = (path: string): string => findNoun(path).name;

/** The scope that a token needs for a call; null if any token is enough. */
export function findScope(path: string, method: string, query?: URLSearchParams): Scope | null {
  const { scope: ofNoun } = findNoun(path);
  const scope = path === "/api/uploads" && query?.get("for") === "message" ? "messages" : ofNoun;
  return scope ? `${scope}:${method === "GET" ? "read" : "write"}` : null;
}

const memberOrAlias = { example: "12", description: "A member's id, or an alias (`anon_…`)" };
const examples: Record<string, string> = {
  Users: "12",
  Resources: "64",
  Events: "23",
  Jobs: "41",
  Questions: "93",
  Experiences: "17",
  Notices: "41",
  Mentoring: "17",
  Announcements: "17",
};

/** Describes one path parameter. */
export function pathParameters(method: string, path: string, name: string) {
  if (name === "userA") return z.string().meta({ example: "7", description: "One of the two" });
  if (name === "userB")
    return z.string().meta({ ...memberOrAlias, description: "The other: an id or an alias" });
  if (name === "userId" && path.startsWith("/api/events/"))
    return z.string().meta({ example: "12", description: "A member's id" });
  if (name === "userId") return z.string().meta(memberOrAlias);
  if (name === "messageId") return z.string().meta({ example: "1204", description: "The message's id" });
  if (name === "applicationId") return z.string().meta({ example: "7", description: "The application's id" });
  if (name === "lineId") return z.string().meta({ example: "318", description: "The line's id" });
  if (/^\/api\/(answers|comments)\//.test(path)) {
    return z
      .string()
      .meta({ example: path.startsWith("/api/answers") ? "96" : "311", description: "Its id" });
  }
  if (path.startsWith("/api/users/me/today/"))
    return z.string().meta({ example: "request-12", description: "The card's id" });
  if (path.startsWith("/api/users/me/thanks/"))
    return z.string().meta({ example: "41", description: "Its id" });
  if (name === "slug")
    return z.string().meta({ example: "mess-menu-block-c", description: "Its slug, or its id" });
  if (path.endsWith("/block")) return z.string().meta(memberOrAlias);
  if (path.endsWith("/announcer")) return z.string().meta({ example: "12", description: "A member's id" });
  if (method === "PUT" && path === "/api/users/{id}")
    return z.string().meta({ example: "7", description: "Your own id; administrators may send any" });
  return z.string().meta({ example: examples[findTag(path)] ?? "1", description: "Its id" });
}
