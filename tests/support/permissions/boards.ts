import { board } from "../boards.ts";
import type { Row } from "./row.ts";

const { title, kind, body } = board;
const form = { title, kind, body, until: "" };

export const boards: Row[] = [
  ["list boards", "GET /api/boards", "200 200 200 200 200 200"],
  ["read a board", "GET /api/boards/{board}", "200 200 200 200 200 200"],
  ["create a board", "POST /api/boards", "401 403 403 201 403 403", { ...board, title: "Bus {count}" }],
  ["change a board", "PUT /api/boards/{board}", "401 403 200 200 403 403", { title: "Bus" }],
  ["delete a board", "DELETE /api/boards/{board}", "401 403 204 204 204 403"],
  ["see the boards", "GET /boards", "200 200 200 200 200"],
  ["see a board", "GET /boards/{board}", "200 200 200 200 200"],
  ["open the form for a board", "GET /boards/new", "login 403 403 200 403"],
  ["create a board on the page", "POST /boards/new", "401 403 403 303 403", form],
  ["open a board's form", "GET /boards/{board}/edit", "login 403 200 200 200"],
  ["send a board's form", "POST /boards/{board}/edit", "401 403 303 303 403", form],
  ["see who keeps a board", "GET /boards/{board}/keepers", "login 403 200 200 200"],
  [
    "add a keeper",
    "POST /boards/{board}/keepers",
    "401 403 303 303 403",
    { intent: "add", member: "{stranger}" },
  ],
  [
    "remove a keeper",
    "POST /boards/{board}/keepers",
    "login 403 303 303 403",
    { intent: "remove", person: "{owner}" },
  ],
  ["see a board's history", "GET /boards/{board}/history", "login 403 200 200 200"],
  [
    "restore a version",
    "POST /boards/{board}/history",
    "401 403 303 303 403",
    { intent: "restore", id: "{boardVersion}" },
  ],
  ["pin a board", "POST /boards/{board}", "401 303 303 303 303", { intent: "pin" }],
  ["unpin a board", "POST /boards/{board}", "401 303 303 303 303", { intent: "unpin" }],
  ["say that a board is right", "POST /boards/{board}", "401 303 303 303 403", { intent: "right" }],
  [
    "say what is wrong with a board",
    "POST /boards/{board}",
    "401 303 303 303 403",
    { intent: "wrong", remark: "Closed on Sundays" },
  ],
  [
    "finish the remarks about a board",
    "POST /boards/{board}",
    "401 403 303 303 403",
    { intent: "done", newest: "1" },
  ],
  ["delete a board on the page", "POST /boards/{board}", "401 403 303 303 303", { intent: "delete" }],
  ["report a board", "GET /reports/new?subject=board&id={boardId}", "login 200 404 200 404"],
];
