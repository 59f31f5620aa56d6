import { binSubjects } from "../../db/vocabulary.ts";
import { crowdedCount, otherId, ownerId } from "./large-store.ts";
import { type JsonSchema, listOperations, readDocument } from "./openapi.ts";
import { fill } from "./permissions/ask.ts";
import { type Cast, gatherCast } from "./permissions/cast.ts";
import { subjects } from "./permissions/index.ts";
import { type Role, type Row, roles } from "./permissions/row.ts";
import type { TestServer } from "./server.ts";
import type { Answer, Visitor } from "./visitor.ts";

// Reads a large store through every page and call. The permission tables have a row for each, and here they name the
// store's crowded items.

/**
 * Words that an attacker searches for: the first is in every text, the second contains only trigrams of them, the last
 * has no trigram.
 */
const searchedWords = ["a".repeat(97), `${"a".repeat(60)}c`, "aa"];

/** @returns a cast whose owner is the large store's */
export async function gatherLargeCast(server: TestServer): Promise<Cast> {
  const cast = await gatherCast(server);
  const { owner } = cast.actors;
  server
    .database()
    .prepare("update sessions set user_id = ? where user_id = ?")
    .run(ownerId, Number(owner.id));
  owner.owner.id = String(ownerId);
  cast.actors.owner.id = String(ownerId);
  cast.actors.reader.id = String(ownerId);
  return cast;
}

/** Makes rows name crowded items. */
function nameCrowdedThings({ things }: Cast): void {
  const set = (name: string, id: number | string) => things.set(`${name} of ${ownerId}`, String(id));
  for (const name of [...binSubjects, "jobHere", "waiting", "fullEvent", "weekBoard"]) set(name, 1);
  // The last crowded question has all the answers.
  set("answered", crowdedCount);
  set("idAndSlug", `${crowdedCount}/x`);
  set("kabir", otherId);
  set("stranger", otherId);
}

interface Read {
  role: Role;
  row: Row;
}

const isRefusal = (status = "") => status === "login" || Number(status) >= 400;

/** @returns every read that rows allow to the owner, to guests, or only to administrators */
export const listReads = (): Read[] =>
  Object.values(subjects)
    .flat()
    .filter(([, send]) => send.startsWith("GET"))
    .flatMap((row) => {
      const outcomes = row[2].split(" ");
      const allowed = (["owner", "admin", "guest"] as const).filter(
        (role) => !isRefusal(outcomes[roles.indexOf(role)]),
      );
      return allowed
        .filter((role) => role !== "admin" || !allowed.includes("owner"))
        .map((role) => ({ role, row }));
    });

/** Values to try for a parameter of a call. */
function valuesOf(schema: JsonSchema): string[] {
  const { type, enum: choices, format, minimum, maximum, anyOf } = schema;
  if (choices) return choices.slice(0, maxChoices).map(String);
  if (anyOf) return anyOf.flatMap(valuesOf);
  if (type === "boolean") return ["true"];
  if (type === "integer" || type === "number") return [String(maximum ?? minimum ?? 1)];
  return format ? [] : searchedWords;
}

/**
 * Finds the other addresses of a list: the parameters of its call in the API's description, or the filters, tabs and
 * next page of a page by its HTML.
 */
async function makeFindVariants(server: TestServer): Promise<(address: string, answer: Answer) => string[]> {
  const operations = listOperations(await readDocument(server))
    .filter(({ method }) => method === "get")
    .map(({ path, operation }) => ({
      pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      parameters: operation.parameters?.filter((each) => each.in === "query" && each.name !== "cursor") ?? [],
    }));
  return (address, { text, headers }) => {
    const [path = "", query] = address.split("?");
    const change = (name: string, value: string) => {
      const parameters = new URLSearchParams(query);
      parameters.set(name, value);
      return `${path}?${parameters}`;
    };
    if (path.startsWith("/api")) {
      const next = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
      const parameters = operations.find(({ pattern }) => pattern.test(path))?.parameters ?? [];
      return [
        ...parameters.flatMap(({ name, schema }) => valuesOf(schema).map((value) => change(name, value))),
        ...(next ? [new URL(next, server.url).pathname + new URL(next, server.url).search] : []),
      ];
    }
    if (!headers.get("Content-Type")?.startsWith("text/html")) return [];
    return [...filtersIn(text, path, change), ...linksIn(text, path)];
  };
}

/**
 * Returns a function that fills in the address of a read, visits it once, and returns it with its variants and the visitor
 * who may open them.
 */
export async function makeVisits(
  server: TestServer,
): Promise<(read: Read) => Promise<{ visitor: Visitor; addresses: string[] }>> {
  const cast = await gatherLargeCast(server);
  const findVariants = await makeFindVariants(server);
  return async ({ role, row }) => {
    nameCrowdedThings(cast);
    const actor = cast.actors[role];
    const [, named = ""] = (await fill(row[1], cast, actor, cast.things)).split(" ");
    const visitor = named.startsWith("/api") ? actor.program : actor.browser;
    const first = await visitor.get(named);
    const location = first.headers.get("Location");
    const address = location?.startsWith("/") && !location.startsWith("/login") ? location : named;
    const answer = address === named ? first : await visitor.get(address);
    return { visitor, addresses: [...new Set([address, ...findVariants(address, answer)])] };
  };
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

function filtersIn(html: string, path: string, change: (name: string, value: string) => string): string[] {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  return forms
    .filter((form) => !/^<form[^>]*method="post"/i.test(form))
    .filter((form) => (attribute(form.slice(0, form.indexOf(">")), "action") ?? path).split("?")[0] === path)
    .flatMap((form) => [
      ...(form.match(/<input\b[^>]*>/g) ?? []).flatMap((input) => {
        const name = attribute(input, "name");
        const type = attribute(input, "type") ?? "text";
        if (!name || type === "hidden") return [];
        if (type === "checkbox" || type === "radio") return [change(name, attribute(input, "value") ?? "on")];
        return type === "number" ? [change(name, "5")] : searchedWords.map((word) => change(name, word));
      }),
      ...(form.match(/<select\b[\s\S]*?<\/select>/g) ?? []).flatMap((select) => {
        const name = attribute(select, "name");
        const values = [...select.matchAll(/<option\b[^>]*\bvalue="([^"]+)"/g)].map(
          ([, value = ""]) => value,
        );
        return name ? values.slice(0, maxChoices).map((value) => change(name, value)) : [];
      }),
    ]);
}

const maxChoices = 2;
const maxLinks = 8;

/** Links to the same page with other parameters. */
const linksIn = (html: string, path: string): string[] =>
  [
    ...new Set(
      [...html.matchAll(/<a\b[^>]*\bhref="([^"#]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
    ),
  ]
    .filter((href) => href.startsWith(`${path}?`))
    .slice(0, maxLinks);
