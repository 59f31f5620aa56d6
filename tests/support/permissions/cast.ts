import {
  browse,
  join,
  type Member,
  makeAdmin,
  makeModerator,
  openSession,
  type PersonName,
} from "../people.ts";
import type { TestServer } from "../server.ts";
import { Visitor } from "../visitor.ts";
import type { Role } from "./row.ts";

/** One role: a program with a token and a browser with a session. A guest has neither. */
export interface Actor {
  program: Visitor;
  browser: Visitor;
  /** The owner of the things that the role requests. A muted owner has their own. */
  owner: Member;
  /** The member's id, "0" for a guest. */
  id: string;
}

export interface Cast {
  server: TestServer;
  actors: Record<Role, Actor>;
  /** Someone outside the roles, with a browser. */
  kabir: Member;
  kabirsBrowser: Visitor;
  /** Things made for requests since the last change, by name and owner. */
  things: Map<string, string>;
  /** Mutes or unmutes the muted owner. */
  setMuted(isMuted: boolean): void;
}

let tokens = 0;

async function makeReadOnlyToken(browser: Visitor): Promise<string | undefined> {
  const made = await browser.post("/account/tokens", { name: `Reader ${++tokens}`, access: "read" });
  return /quadrant_[\w-]+/.exec(made.text)?.[0];
}

/** Creates a member for every role. @returns the cast */
export async function gatherCast(server: TestServer): Promise<Cast> {
  const enter = async (name: PersonName, email?: string): Promise<Actor> => {
    const owner = await join(server, name, email);
    return { program: owner, browser: browse(server, owner), owner, id: owner.id };
  };
  const owner = await enter("asha");
  const kabir = await join(server, "kabir");
  const muted = await enter("kabir", "muted@college.example");
  const member = { ...(await enter("rohan")), owner: owner.owner };
  const admin = { ...(await enter("meera")), owner: owner.owner };
  makeAdmin(server, admin.program as Member);
  const moderator = { ...(await enter("meera", "moderator@college.example")), owner: owner.owner };
  makeModerator(server, moderator.program as Member);
  const guest = {
    program: new Visitor(server.url),
    browser: new Visitor(server.url),
    owner: owner.owner,
    id: "0",
  };
  const reader = {
    program: new Visitor(server.url),
    browser: guest.browser,
    owner: owner.owner,
    id: owner.id,
  };
  reader.program.token = await makeReadOnlyToken(owner.browser);
  const database = server.database();
  const mute = database.prepare("update users set muted_at = 1 where id = ?");
  const unmuteAll = database.prepare("update users set muted_at = null where muted_at is not null");
  return {
    server,
    actors: { guest, member, moderator, owner, admin, muted, reader },
    kabir,
    things: new Map(),
    kabirsBrowser: browse(server, kabir),
    setMuted: (isMuted) => void (isMuted ? mute.run(Number(muted.id)) : unmuteAll.run()),
  };
}

/** Activates every member, and replaces sessions that a request has ended. */
export function renewSessions({ server, actors, kabir, kabirsBrowser }: Cast): void {
  const activate = server.database().prepare("update users set status = 'active' where id = ?");
  const renew = (member: Member, browser: Visitor) => {
    activate.run(Number(member.id));
    member.token = openSession(server, member.id, "token");
    browser.cookies.set("session", openSession(server, member.id, "browser"));
  };
  for (const role of ["member", "moderator", "owner", "admin", "muted"] as const)
    renew(actors[role].program as Member, actors[role].browser);
  renew(kabir, kabirsBrowser);
}

/** Replaces the session and token of a role after a request that ends sessions. */
export async function reenter({ server, actors }: Cast, role: Role): Promise<void> {
  const { program, browser } = actors[role];
  if (role === "guest" || role === "reader") return;
  const { id } = program as Member;
  program.token = openSession(server, id, "token");
  browser.cookies.set("session", openSession(server, id, "browser"));
  if (role === "owner") actors.reader.program.token = await makeReadOnlyToken(browser);
}
