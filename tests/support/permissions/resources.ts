import type { Row } from "./row.ts";

const shared = { title: "Notes {count}", categoryId: "1", year: "2", file: "@notes" };

export const resources: Row[] = [
  ["list resources", "GET /api/resources", "200 200 200 200 200 200"],
  ["read a resource", "GET /api/resources/{resource}", "200 200 200 200 200 200"],
  ["share a resource", "POST /api/resources", "401 201 201 201 403 403", shared],
  ["delete a resource", "DELETE /api/resources/{resource}", "401 403 200 200 200 403"],
  ["change a resource", "PUT /api/resources/{resource}", "401 403 200 200 403 403", { title: "New" }],
  ["list the categories", "GET /api/resources/categories", "200 200 200 200 200 200"],
  ["make the categories", "POST /api/seed-categories", "401 200 200 200 200 403", {}],
  ["upload an image", "POST /api/uploads", "401 201 201 201 403 403", { file: "@image" }],
  ["see the hub", "GET /resources", "200 200 200 200 200"],
  ["make the categories on a page", "POST /resources", "login 303 303 303 303", { intent: "seed" }],
  ["browse resources", "GET /resources/browse", "200 200 200 200 200"],
  [
    "make the categories before an upload",
    "POST /resources/upload",
    "login 303 303 303 303",
    { intent: "seed" },
  ],
  ["see the upload page", "GET /resources/upload", "200 200 200 200 200"],
  ["share a resource on the page", "POST /resources/upload", "401 303 303 303 403", shared],
  ["see a category", "GET /resources/category/academics-notes", "200 200 200 200 200"],
  ["see a category's year", "GET /resources/category/academics-notes/year/2", "200 200 200 200 200"],
  ["see a resource", "GET /resources/{resource}", "200 200 200 200 200"],
  [
    "delete a resource on its page",
    "POST /resources/{resource}",
    "login 403 303 303 303",
    { intent: "delete" },
  ],
  ["open a resource's form", "GET /resources/{resource}/edit", "login 403 200 200 200"],
  [
    "change a resource on its page",
    "POST /resources/{resource}/edit",
    "401 403 303 303 403",
    { title: "New", categoryId: "2", year: "3" },
  ],
  ["see their uploads", "GET /resources/mine", "login 200 200 200 200"],
  ["ask whether a file is here already", "GET /resources/same-file?sha256=0", "login 200 200 200 200"],
  [
    "ask how much of a file has arrived",
    "GET /resources/parts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "login 200 200 200 200",
  ],
  [
    "send a part of a file",
    "POST /resources/parts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?at=0",
    "login 200 200 200 403",
    { part: "@notes" },
  ],
  ["download a file", "GET /files/{resource}/notes.txt", "200 200 200 200 200"],
  ["see a file's thumbnail", "GET /files/thumbnails/{resource}", "404 404 404 404 404"],
  ["see an event's image", "GET /files/images/{image}", "200 200 200 200 200"],
  ["see a picture", "GET /files/avatars/{avatar}", "200 200 200 200 200"],
];
