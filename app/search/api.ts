import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { hasScope, type Session } from "#app/platform/auth/sessions.server.ts";
import { maxSuggestions } from "#app/platform/schemas/search-rules.ts";
import type { Scope } from "#db/vocabulary.ts";
import {
  searchResponseSchema,
  searchSchema,
  suggestionsResponseSchema,
  suggestionsSchema,
} from "./input.server.ts";
import { type ResultKind, resultKinds } from "./kinds.ts";
import { limitSearch, requireKind, search } from "./search.server.ts";

export const searchPaths: Paths = {
  "/api/search": {
    GET: call({
      operationId: "searchEverything",
      summary: "Search everything that you may see",
      description:
        "The kind with the best hit comes first, and one without a hit is left out. Within a kind the best titles come first, then the newest: a title that changes moves. At most 100 of each kind are counted and found, the newest. More than 100 characters are 422; a sixth word is ignored; one or two letters look at titles and names only. Where nothing is found, one letter of a word may be wrong. A token with scopes finds the kinds that it may read. Messages are those of your own conversations, newest first, under what you call the other: a person, or an alias, whose `person.id` is null. Guests find no members and no messages, and questions only where the college shows them. 30 a minute for a member, and for an address of guests.",
      auth: "anyone",
      counts: "search",
      query: searchSchema,
      errors: [429],
      responses: {
        200: {
          description: "What was found; with `kind`, the Link header has the next page",
          schema: searchResponseSchema,
        },
      },
      async handler({ query: { q, kind, limit, cursor }, viewer, session, request, requestContext }) {
        requireKind(kind, cursor);
        limitSearch("search", viewer, requestContext.address);
        const { kinds } = await search(viewer, q ?? "", {
          kinds: resultKinds.filter((one) => (kind === undefined || one === kind) && mayRead(session, one)),
          limit,
          cursor,
        });
        return {
          status: 200,
          body: {
            kinds: kinds.map(({ next, results, ...found }) => ({
              ...found,
              results: results.map(serializeResult),
            })),
          },
          headers: nextLink(request, kind && kinds[0]?.next),
        };
      },
    }),
  },
  "/api/search/suggestions": {
    GET: call({
      operationId: "suggestResults",
      summary: "Suggest results as somebody types",
      description:
        "The best hits of all kinds, at most eight: what `GET /api/search` finds, in few bytes. 120 a minute for a member, and for an address of guests.",
      auth: "anyone",
      counts: "suggestions",
      query: suggestionsSchema,
      errors: [429],
      responses: { 200: { description: "What was found", schema: suggestionsResponseSchema } },
      async handler({ query: { q }, viewer, session, requestContext }) {
        limitSearch("suggestions", viewer, requestContext.address);
        const readable = resultKinds.filter((kind) => mayRead(session, kind));
        const { kinds } = await search(viewer, q ?? "", { kinds: readable, limit: suggestedOfKind });
        const suggestions = kinds.flatMap(({ kind, results }) =>
          results.map(({ title, url, member }) => ({
            kind,
            title,
            url,
            avatarUrl: member?.avatarUrl ?? null,
          })),
        );
        return { status: 200, body: { suggestions: suggestions.slice(0, maxSuggestions) } };
      },
    }),
  },
};

const suggestedOfKind = 3;

const scopeOf = (kind: Exclude<ResultKind, "help">): Scope =>
  `${kind === "people" ? "users" : kind === "experiences" ? "jobs" : kind === "boards" ? "resources" : kind}:read`;

/** A token with limited scopes finds only what its calls may read. */
const mayRead = (session: Session | null, kind: ResultKind): boolean =>
  session === null || kind === "help" || hasScope(session, scopeOf(kind));

type Found = Awaited<ReturnType<typeof search>>["kinds"][number]["results"][number];
const serializeResult = ({ member, code, ...result }: Found) => result;
