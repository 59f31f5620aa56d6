import { z } from "zod";

/** The nouns of the API, in the order of its pages, and the addresses of each. */
const nouns = [
  {
    name: "Accounts",
    description: "Register, log in and log out.",
    paths: /^\/api\/users\/(register|login|logout)$/,
  },
  {
    name: "Notices",
    description: "What happened to you, and how you are told. The frame `notice` says how many are unread.",
    paths: /^\/api\/(notices|saved-searches|users\/me\/notice-settings)/,
  },
  {
    name: "Users",
    description:
      "The members: their profiles, your connections with them and your blocks. `phone`, `roll`, `cgpa`, `birthday`, `gender` and `location` are null unless their owner shares them with you.",
    paths: /^\/api\/users/,
  },
  {
    name: "Messages",
    description:
      "Messages between two members. Who writes anonymously is an alias (`anon_…`) to the other, in a conversation of its own. New messages arrive on the socket.",
    paths: /^\/api\/messages/,
  },
  {
    name: "Anonymous room",
    description: "One room for everyone, without names. Nothing ties a line to its author.",
    paths: /^\/api\/anonymous-messages/,
  },
  {
    name: "Resources",
    description: "Files that members share, by category and year of study.",
    paths: /^\/api\/(resources|seed-categories)/,
  },
  {
    name: "Events",
    description:
      "Events with registrations and waiting lists. Guests see how many take part, members also who.",
    paths: /^\/api\/events/,
  },
  {
    name: "Uploads",
    description: "Images for events. Those that no event uses are deleted after a day.",
    paths: /^\/api\/uploads/,
  },
  {
    name: "Jobs",
    description:
      "Job posts. Opportunity and workplace types are taken in any spelling and returned as short labels.",
    paths: /^\/api\/jobs/,
  },
  { name: "Documents", description: "The API's own descriptions.", paths: /^\/api\/\w+\.json$/ },
];

export const tags = nouns.map(({ name, description }) => ({ name, description }));

/** The noun that an address is about. */
export function findTag(path: string): string {
  const noun = nouns.find(({ paths }) => paths.test(path));
  if (!noun) throw new Error(`${path} has no noun in tags.server.ts`);
  return noun.name;
}

const memberOrAlias = { example: "12", description: "A member's id, or an alias (`anon_…`)" };
const examples: Record<string, string> = {
  Users: "12",
  Resources: "64",
  Events: "23",
  Jobs: "41",
  Notices: "41",
};

/** One part of an address. */
export function pathParameters(method: string, path: string, name: string) {
  if (name === "userA") return z.string().meta({ example: "7", description: "One of the two" });
  if (name === "userB")
    return z.string().meta({ ...memberOrAlias, description: "The other: an id or an alias" });
  if (name === "messageId") return z.string().meta({ example: "1204", description: "The message's id" });
  if (path.endsWith("/block")) return z.string().meta(memberOrAlias);
  if (method === "PUT" && path === "/api/users/{id}")
    return z.string().meta({ example: "7", description: "Your own id; administrators may send any" });
  return z.string().meta({ example: examples[findTag(path)] ?? "1", description: "Its id" });
}
