import { signs } from "../../../db/vocabulary.ts";
import type { Row } from "./row.ts";

const said = { senderId: "{owner}", receiverId: "{stranger}", content: "Word {count}", isAnonymous: false };

export const messages: Row[] = [
  ["send in the owner's name", "POST /api/messages/send", "401 403 201 403 403 403", said],
  [
    "send anonymously in the owner's name",
    "POST /api/messages/send",
    "401 403 201 403 403 403",
    { ...said, isAnonymous: true },
  ],
  [
    "write in their own name",
    "POST /api/messages/send",
    "401 201 201 201 403 403",
    { ...said, senderId: "{self}" },
  ],
  [
    "answer the owner's alias",
    "POST /api/messages/send",
    "401 404 201 404 403 403",
    { ...said, senderId: "{self}", receiverId: "{alias}" },
  ],
  ["read the owner's conversation", "GET /api/messages/history/{owner}/{kabir}", "401 403 200 403 200 200"],
  [
    "read the owner's conversation with an alias",
    "GET /api/messages/history/{owner}/{alias}",
    "401 403 200 403 200 200",
  ],
  ["mark the owner's message as seen", "PUT /api/messages/seen/{message}", "401 404 200 404 200 403"],
  [
    "mark a message that the owner sent as seen",
    "PUT /api/messages/seen/{sentMessage}",
    "401 404 404 404 404 403",
  ],
  [
    "edit the owner's message",
    "PUT /api/messages/{sentMessage}",
    "401 404 200 404 403 403",
    { content: "New" },
  ],
  [
    "edit a message that the owner received",
    "PUT /api/messages/{message}",
    "401 404 403 404 403 403",
    { content: "New" },
  ],
  ["delete the owner's message", "DELETE /api/messages/{sentMessage}", "401 404 200 404 200 403"],
  ["delete a message that the owner received", "DELETE /api/messages/{message}", "401 404 403 404 403 403"],
  [
    "react to a message that the owner received",
    "PUT /api/messages/{message}/reaction",
    "401 404 200 404 403 403",
    { sign: "heart" },
  ],
  [
    "take back a reaction to a message of the owner's",
    "DELETE /api/messages/{sentMessage}/reaction",
    "401 404 200 404 403 403",
  ],
  [
    "edit the owner's message on the page",
    "POST /messages/{kabir}",
    "401 404 303 404 403",
    { intent: "edit", id: "{sentMessage}", content: "New" },
  ],
  [
    "delete the owner's message on the page",
    "POST /messages/{kabir}",
    "401 404 303 404 303",
    { intent: "delete", id: "{sentMessage}" },
  ],
  ...signs.map(
    (intent): Row => [
      `react with ${intent} to the owner's message on the page`,
      "POST /messages/{kabir}",
      "401 404 303 404 403",
      { intent, id: "{sentMessage}" },
    ],
  ),
  [
    "take back a reaction on the page",
    "POST /messages/{kabir}",
    "401 404 303 404 403",
    { intent: "unreact", id: "{sentMessage}" },
  ],
  ["delete the owner's line of the room", "DELETE /api/anonymous-messages/{line}", "401 403 200 403 200 403"],
  [
    "react to a line of the room",
    "PUT /api/anonymous-messages/{line}/reaction",
    "401 200 200 200 403 403",
    { sign: "heart" },
  ],
  [
    "take back a reaction to a line of the room",
    "DELETE /api/anonymous-messages/{line}/reaction",
    "401 200 200 200 403 403",
  ],
  [
    "delete the owner's line on the page",
    "POST /anonymous-post",
    "401 403 303 403 303",
    { intent: "delete", id: "{line}" },
  ],
  ...signs.map(
    (intent): Row => [
      `react with ${intent} to a line on the page`,
      "POST /anonymous-post",
      "401 303 303 303 403",
      { intent, id: "{line}" },
    ],
  ),
  [
    "take back a reaction to a line on the page",
    "POST /anonymous-post",
    "401 303 303 303 403",
    { intent: "unreact", id: "{line}" },
  ],
  ["list their conversations", "GET /api/messages/conversations", "401 200 200 200 200 200"],
  [
    "mute the owner's conversation",
    "PUT /api/messages/conversations/{alias}",
    "401 404 200 404 200 403",
    { muted: true },
  ],
  ...(["mute", "unmute", "unread", "archive", "unarchive"] as const).map(
    (intent): Row => [
      `${intent} the owner's conversation with an alias`,
      "POST /messages/{alias}",
      "login 404 303 404 303",
      { intent },
    ],
  ),
  ["search their messages", "GET /api/messages/search?q=word", "401 200 200 200 200 200"],
  ["search their messages on the page", "GET /messages/search?q=word", "login 200 200 200 200"],
  ["read the anonymous room", "GET /api/anonymous-messages", "401 200 200 200 200 200"],
  [
    "write in the anonymous room",
    "POST /api/anonymous-messages",
    "401 201 201 201 403 403",
    { content: "Hello {count}" },
  ],
  ["see messages", "GET /messages/{stranger}", "login 200 200 200 200"],
  ["open messages without a conversation", "GET /messages?list", "login 303 303 303 303"],
  ["write on the page", "POST /messages/{stranger}", "401 303 303 303 403", { content: "Word {count}" }],
  [
    "read the owner's conversation with an alias on the page",
    "GET /messages/{alias}",
    "login 404 200 404 200",
  ],
  [
    "answer the owner's alias on the page",
    "POST /messages/{alias}",
    "401 404 303 404 403",
    { content: "Word {count}" },
  ],
  ["unblock in a conversation", "POST /messages/{stranger}", "login 303 303 303 303", { intent: "unblock" }],
  [
    "ask to connect in a conversation",
    "POST /messages/{stranger}",
    "login 303 303 303 403",
    { intent: "ask" },
  ],
  ["block in a conversation", "POST /messages/{stranger}", "login 303 303 303 303", { intent: "block" }],
  [
    "block an alias in its conversation",
    "POST /messages/{alias}",
    "login 404 303 404 303",
    { intent: "block" },
  ],
  ["fetch their inbox", "GET /messages/inbox", "login 200 200 200 200"],
  ["post to the inbox", "POST /messages/inbox", "405 405 405 405 405", {}],
  ["see the anonymous room", "GET /anonymous-post", "login 200 200 200 200"],
  [
    "write in the anonymous room on the page",
    "POST /anonymous-post",
    "401 303 303 303 403",
    { content: "Hello {count}" },
  ],
];
