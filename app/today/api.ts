import { z } from "zod";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { hasScope, type Session } from "#app/platform/auth/sessions.server.ts";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { authorSchema } from "#app/questions/response.server.ts";
import { actOn, dismissCard, restoreCard } from "./actions.server.ts";
import type { Card, Source } from "./card.server.ts";
import { todayKinds } from "./rules.ts";
import { loadToday } from "./today.server.ts";

const actSchema = z.object({
  label: answerText("Accept"),
  method: z.enum(["GET", "POST"]).meta({ example: "POST", description: "`GET` leads to a page" }),
  url: answerText("/api/users/me/today/request-12"),
});

const cardSchema = z
  .object({
    id: answerText("request-12"),
    kind: z.enum(todayKinds).meta({ example: "request" }),
    text: answerText("Rohan Pillai wants to connect: Year 4 Mechanical"),
    url: answerText("/people/12"),
    act: actSchema.nullable(),
    person: authorSchema.nullable(),
  })
  .meta({ id: "TodayCard" });

const todayResponseSchema = z
  .object({
    line: answerText("Thursday 26 November, three days to Night sky walk"),
    cards: z.array(cardSchema).meta({ description: "Seven at most, the one that has waited longest first" }),
  })
  .meta({ id: "Today" });

export const todayPaths: Paths = {
  "/api/users/me/today": {
    GET: call({
      operationId: "getToday",
      summary: "Get what is waiting for you today",
      description:
        "The day and what comes next in one line, and seven cards at most. An act with `POST` is done by the call below; an act with `GET` is a page on which to do it. A token with scopes gets the kinds that it may read.",
      auth: "user",
      responses: { 200: { description: "The line and the cards", schema: todayResponseSchema } },
      async handler({ viewer, session }) {
        const { line, cards } = await loadToday(viewer, mayRead(session));
        return { status: 200, body: { line, cards: cards.map(serializeCard) } };
      },
    }),
  },

  "/api/users/me/today/{id}": {
    POST: call({
      operationId: "actOnTodayCard",
      summary: "Do what a card of yours offers",
      description:
        "Accepts a request, asks a member to connect, registers for an event or saves a job, as their own calls do, with their refusals. A card without an act is 404.",
      auth: "user",
      counts: "today",
      errors: [409],
      responses: { 204: { description: "Done: the card is gone" } },
      async handler({ viewer, params, session }) {
        await actOn(viewer, params.id ?? "", session);
        return { status: 204 };
      },
    }),
    DELETE: call({
      operationId: "hideTodayCard",
      summary: "Dismiss a card for good, or a request until tomorrow",
      description: "Dismiss, or Later. Doing it again changes nothing. A card that you don't have is 404.",
      auth: "user",
      counts: "today",
      responses: { 204: { description: "Put away" } },
      async handler({ viewer, params, session }) {
        await dismissCard(viewer, params.id ?? "", mayRead(session));
        return { status: 204 };
      },
    }),
    PUT: call({
      operationId: "restoreTodayCard",
      summary: "Show a dismissed card again",
      description: "Doing it again changes nothing. A card that you don't have is 404.",
      auth: "user",
      counts: "today",
      responses: { 204: { description: "The card is back, if it still applies" } },
      async handler({ viewer, params, session }) {
        await restoreCard(viewer, params.id ?? "", mayRead(session));
        return { status: 204 };
      },
    }),
  },
};

const mayRead = (session: Session) => (subject: Source["subject"]) => hasScope(session, `${subject}:read`);

const serializeCard = ({ id, kind, text, detail, url, act, person, personId }: Card) => ({
  id,
  kind,
  text: detail ? `${text}: ${detail}` : text,
  url,
  act: {
    label: act.label,
    method: act.to === null ? ("POST" as const) : ("GET" as const),
    url: act.to ?? `/api/users/me/today/${id}`,
  },
  person: person && { id: personId === null ? null : String(personId), name: person.name },
});
