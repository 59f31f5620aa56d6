import type { Answer } from "../visitor.ts";
import type { Actor, Cast } from "./cast.ts";
import { files, makers } from "./makers.ts";
import type { Role, Row } from "./row.ts";

/** Values that are new for each request, or differ between roles. */
const neverKept = ["count", "self", "asker"];

/**
 * Replaces names in braces by the ids of things, and the same name by the same thing.
 * @param things those made before, by name and owner
 */
export async function fill(
  text: string,
  cast: Cast,
  actor: Actor,
  things = new Map<string, string>(),
): Promise<string> {
  let filled = text;
  for (const [braces, name = ""] of text.matchAll(/\{(\w+)\}/g)) {
    const make = Object.entries(makers).find(([each]) => each === name)?.[1];
    if (!make) throw new Error(`nothing makes ${braces}`);
    if (!filled.includes(braces)) continue;
    const key = `${name} of ${actor.owner.id}`;
    const thing = things.get(key) ?? (await make(cast, actor));
    if (!neverKept.includes(name)) things.set(key, thing);
    filled = filled.replaceAll(braces, thing);
  }
  return filled;
}

async function toForm(body: Record<string, unknown>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const file = await files[String(value)]?.();
    if (file) form.append(name, file);
    else form.append(name, String(value));
  }
  return form;
}

export interface Question {
  method: string;
  address: string;
  status: string;
  answer: Answer;
}

/**
 * Sends the request of a row in a role.
 * @param toAddress derives the requested address from the row's, such as that of a page's data
 * @returns the answer, and its status as rows write it
 */
export async function ask(
  cast: Cast,
  role: Role,
  [, send, , body = {}]: Row,
  toAddress = (address: string) => address,
): Promise<Question> {
  const actor = cast.actors[role];
  cast.setMuted(false);
  const [address = "", json = ""] = (
    await fill(`${send}\n${JSON.stringify(body)}`, cast, actor, cast.things)
  ).split("\n");
  cast.setMuted(true);
  const [method = "", path = ""] = address.split(" ");
  const sent: Record<string, unknown> = JSON.parse(json);
  const isApi = path.startsWith("/api");
  const visitor = isApi ? actor.program : actor.browser;
  const isMultipart = Object.values(sent).some((value) => String(value).startsWith("@"));
  const asked = toAddress(path);
  const origin = { Origin: new URL(visitor.url).origin };
  let answer: Answer;
  if (method === "GET" || method === "DELETE") answer = await visitor.call(method, asked);
  else if (isMultipart) {
    answer = await visitor.fetch(asked, { method, headers: origin, body: await toForm(sent) });
  } else if (isApi) answer = await visitor.call(method, asked, sent);
  else answer = await visitor.post(asked, sent as Record<string, string>);
  const leadsToLogin = answer.headers.get("Location")?.startsWith("/login?redirectTo=") ?? false;
  const status = answer.status === 303 && leadsToLogin ? "login" : String(answer.status);
  // A refused request changes nothing, so the next role can use the same things.
  if (method !== "GET" && answer.status < 400 && !leadsToLogin) {
    for (const [, name] of `${send} ${JSON.stringify(body)}`.matchAll(/\{(\w+)\}/g))
      cast.things.delete(`${name} of ${actor.owner.id}`);
  }
  return { method, address: path, status, answer };
}
