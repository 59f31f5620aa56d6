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
  ["list their conversations", "GET /api/messages/conversations", "401 200 200 200 200 200"],
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
