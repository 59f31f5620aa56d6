import type { Answer } from "../visitor.ts";
import type { Actor, Cast } from "./cast.ts";
import { files, makers } from "./makers.ts";
import type { Role, Row } from "./row.ts";

/** Replaces what a text has in braces by newly made things: the same name by the same thing. */
export async function fill(text: string, cast: Cast, actor: Actor): Promise<string> {
  let filled = text;
  for (const [braces, name = ""] of text.matchAll(/\{(\w+)\}/g)) {
    const make = Object.entries(makers).find(([each]) => each === name)?.[1];
    if (!make) throw new Error(`nothing makes ${braces}`);
    if (filled.includes(braces)) filled = filled.replaceAll(braces, await make(cast, actor));
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
 * Sends what a row describes, as a role.
 * @param toAddress makes the address that is asked, such as that of a page's data, from the row's
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
  const [address = "", json = ""] = (await fill(`${send}\n${JSON.stringify(body)}`, cast, actor)).split("\n");
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
  return { method, address: path, status, answer };
}
