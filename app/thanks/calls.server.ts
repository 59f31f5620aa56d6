import { call } from "#app/platform/api/call.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { things } from "#db/things.ts";
import type { ThankedKind } from "#db/vocabulary.ts";
import { thanksResponseSchema, thanksSchema } from "./input.server.ts";
import { giveThanks, takeThanksBack } from "./thanks.server.ts";

const notes = {
  answer: " It is also your vote for the answer.",
  event: " Before it has begun it is 409.",
};

/** The calls that thank for an item and take the thanks back. */
export function thanksCalls(kind: ThankedKind) {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const noun = kind === "event" ? "an event that is over" : things[kind].a;
  const more = kind === "answer" || kind === "event" ? notes[kind] : "";
  const responses = {
    200: { description: "The number of thanks, and yours", schema: thanksResponseSchema },
  } as const;
  return {
    PUT: call({
      operationId: `thankFor${name}`,
      summary: `Thank someone else for ${noun}`,
      description: `Once for each item; doing it again changes only what is sent. A hidden asker's thanks in their question are always without a name.${more}`,
      auth: "user",
      counts: "thanks",
      body: thanksSchema,
      errors: kind === "event" ? [409] : [],
      responses,
      handler: async ({ params, viewer, body, sent }) => ({
        status: 200,
        body: await giveThanks(viewer, kind, toId(params.id), {
          ...(sent.has("line") && { line: body.line }),
          ...(sent.has("withName") && { withName: body.withName }),
        }),
      }),
    }),

    DELETE: call({
      operationId: `takeBackThanksFor${name}`,
      summary: `Take back your thanks for ${noun}`,
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "vote",
      responses,
      handler: async ({ params, viewer }) => ({
        status: 200,
        body: await takeThanksBack(viewer, kind, toId(params.id)),
      }),
    }),
  };
}
