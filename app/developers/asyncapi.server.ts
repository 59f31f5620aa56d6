import type { z } from "zod";
import { createSchema } from "zod-openapi";
import { maxFrameBytes } from "#app/messages/rules.ts";
import { env } from "#app/platform/env.server.ts";
import { closeCodes } from "#app/platform/realtime/close-codes.ts";
import type { ClientEvent, ServerEvent } from "#app/platform/realtime/frames.ts";
import { settings } from "#app/platform/settings.server.ts";
import { composeExample, license, type Schema, schemaOptions, sessionCookie } from "./document.server.ts";
import { clientFrames, serverFrames, socketLimits } from "./protocol.server.ts";

const clientSummaries: Record<ClientEvent, string> = {
  authenticate: "The first frame of a program that sent neither a cookie nor `Authorization`",
  join: "Does nothing: logging in has joined your own room. Another member's room is an `error` `Forbidden`",
  send_message: "Sends a message, as `POST /api/messages/send` does",
  typing: "Tells the receiver that you are typing",
  "join-room": "Joins the anonymous room, or a question's: `question:{id}`",
  "anonymous-message": "Writes a line in the anonymous room, as `POST /api/anonymous-messages` does",
};

const eventSummary = (what: string) => `${what}. For one event at most one frame a second`;

const serverSummaries: Record<ServerEvent, string> = {
  ready: "You are logged in as this member: from now on everything below arrives",
  ack: "Your frame with this `id` is handled; `ok` says whether it was accepted, and `code` why not",
  error: "What was wrong with a frame or with the log-in. A frame's error leaves the socket open",
  receive_message: "A message for you, or one that you sent from elsewhere",
  message_saved: "Your message is stored",
  message_failed:
    "Your message is not stored. `delivered` says that the receiver saw it although the store failed",
  message_edited: "A message of yours or for you has a new text. Its time, order and `seen` stay",
  message_deleted:
    "A message of yours or for you, or a line of the room that you joined, was deleted by its writer",
  message_reacted: "Somebody has reacted to a message, or to a line of the room, or has taken it back",
  message_seen: "The member or alias `by` has read these of your messages",
  unread_messages: "How many messages the bell counts, when you have read some or opened the messages page",
  "anonymous-message": "A line in the anonymous room, for those who joined it",
  user_typing: "Someone is typing a message to you",
  "question:answer": "A new answer to a question that you joined",
  notice: "How many of your notices are unread, whenever the number changes",
  "event:new": eventSummary("A new event"),
  "event:update": eventSummary("An event has changed, or its waiting list"),
  "event:delete": eventSummary("An event is deleted"),
  "event:register": eventSummary("Someone has registered"),
  "event:unregister": eventSummary("Someone has cancelled a registration"),
};

/** The responses to a frame other than `error` and, if the frame has an `id`, `ack`. */
const answers: Partial<Record<ClientEvent, ServerEvent[]>> = {
  authenticate: ["ready"],
  send_message: ["message_saved", "message_failed"],
};

const id = {
  type: ["string", "integer"],
  maxLength: 64,
  description: "Your own id for the frame, which its `ack` repeats",
};

const closeReasons: Record<keyof typeof closeCodes, string> = {
  unauthenticated: "no valid session or token, or it has ended",
  rateLimited: "too many frames, or too many sockets",
  goingAway: "the server stops; connect again",
};

/** What holds for all frames, by part. */
export const socketParts = [
  {
    id: "frames",
    title: "Frames",
    text: `Frames are text: \`{"event": string, "data": object}\`. They are described as the server sees them: it receives what clients send.

A frame may have an \`id\` beside \`event\` and \`data\`, a number or a text of at most 64 characters. Then \`ack\` follows when the frame is handled, after its other answers.`,
  },
  {
    id: "log-in",
    title: "Logging in",
    text: `The handshake: open a WebSocket. The session's cookie (from the site's own pages only) or \`Authorization: Bearer TOKEN\` says who connects. A program that can send neither sends \`authenticate\` as its first frame, within ${socketLimits.authenticationMs / 1000} s.

The server answers \`ready\` with your id, and from then on sends what is for you; the only rooms to join are the anonymous one and those of questions. Without a valid session it answers \`error\`, \`Authentication required\` or \`Invalid token\`, and closes with 4401.

A read-only token can listen, but what it writes gets an \`error\`. A token with scopes receives messages with \`messages:read\`, events with \`events:read\` and the room with \`room:read\`.`,
  },
  {
    id: "limits",
    title: "Limits",
    text: `A frame over ${maxFrameBytes} bytes, one that is not JSON and an unknown event get an \`error\`, and the socket stays open. More than ${socketLimits.maxFramesPerSecond} frames a second close it, and so does an eleventh socket of one member.

The server pings every 30 s. It disconnects clients that do not answer, or that leave 1 MB unread.`,
  },
  {
    id: "reconnecting",
    title: "Reconnecting",
    text: `After a reconnect fetch what you missed: \`GET /api/messages/history/{userA}/{userB}?after=ID\`.

Close codes: ${Object.entries(closeCodes)
      .map(([name, code]) => `\`${code}\`, ${closeReasons[name as keyof typeof closeCodes]}`)
      .join("; ")}.`,
  },
] as const;

const channel = { $ref: "#/channels/realtime" };

/** A frame's name in the document, where colons are not allowed. */
const keyOf = (sender: "client" | "server", event: string) => `${sender}.${event.replace(":", "-")}`;
const referTo = (key: string) => ({ $ref: `#/channels/realtime/messages/${key}` });

/** Describes one frame and adds the schemas it refers to. */
function describeFrame(
  sender: "client" | "server",
  event: string,
  { frame, summary }: { frame: z.ZodType; summary: string },
  schemas: Record<string, Schema>,
) {
  const io = sender === "client" ? "input" : "output";
  const { schema, components } = createSchema(frame, { io, opts: schemaOptions });
  Object.assign(schemas, components);
  const data = schema as Schema;
  return {
    key: keyOf(sender, event),
    message: {
      name: event,
      title: event,
      summary,
      contentType: "application/json",
      payload: {
        type: "object",
        properties: { event: { type: "string", const: event }, data, ...(sender === "client" && { id }) },
        required: ["event", "data"],
      },
      examples: [{ payload: { event, data: composeExample(data, schemas) } }],
    },
    operation: {
      action: sender === "client" ? "receive" : "send",
      channel,
      summary,
      messages: [referTo(keyOf(sender, event))],
      ...(sender === "client" && {
        reply: {
          channel,
          messages: [...(answers[event as ClientEvent] ?? []), "error" as const, "ack" as const].map((name) =>
            referTo(keyOf("server", name)),
          ),
        },
      }),
    },
  };
}

function createAsyncApiDocument() {
  const schemas: Record<string, Schema> = {};
  const frames = [
    ...Object.entries(clientFrames).map(([event, frame]) =>
      describeFrame("client", event, { frame, summary: clientSummaries[event as ClientEvent] }, schemas),
    ),
    ...Object.entries(serverFrames).map(([event, frame]) =>
      describeFrame("server", event, { frame, summary: serverSummaries[event as ServerEvent] }, schemas),
    ),
  ];
  const origin = new URL(env.APP_URL ?? `http://localhost:${env.PORT}`);
  return {
    asyncapi: "3.1.0" as const,
    info: {
      title: "",
      version: "1",
      description: socketParts.map(({ text }) => text).join("\n\n"),
      license: { name: license.name, url: "https://opensource.org/license/mit" },
    },
    defaultContentType: "application/json",
    servers: {
      community: {
        host: origin.host,
        protocol: origin.protocol.replace("http", "ws").replace(":", ""),
        security: [
          { $ref: "#/components/securitySchemes/bearer" },
          { $ref: "#/components/securitySchemes/session" },
        ],
      },
    },
    channels: {
      realtime: {
        address: "/realtime",
        description: "Everything that happens while you look",
        messages: Object.fromEntries(
          frames.map(({ key }) => [key, { $ref: `#/components/messages/${key}` }]),
        ),
        bindings: { ws: { method: "GET", bindingVersion: "0.1.0" } },
      },
    },
    operations: Object.fromEntries(frames.map(({ key, operation }) => [key, operation])),
    components: {
      messages: Object.fromEntries(frames.map(({ key, message }) => [key, message])),
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A token of the API" },
        session: {
          type: "httpApiKey",
          in: "cookie",
          name: sessionCookie,
          description: "The browser's session, from the site's own pages",
        },
      },
    },
  };
}

let created: ReturnType<typeof createAsyncApiDocument> | undefined;

/** Returns the AsyncAPI document, created at the first request. */
export function getAsyncApiDocument() {
  created ??= createAsyncApiDocument();
  created.info.title = `${settings.siteName} socket`;
  return created;
}
