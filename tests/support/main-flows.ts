import { expect } from "vitest";
import { job } from "./people.ts";
import { Visitor } from "./visitor.ts";

/** The credentials of one of the two members. */
export interface LogIn {
  email: string;
  password: string;
}

async function logIn(url: string, { email, password }: LogIn) {
  const browser = new Visitor(url);
  expect(await browser.post("/login", { email, password })).toMatchObject({ status: 303 });
  const program = new Visitor(url);
  const { body } = await program.call("POST", "/api/users/login", { email, password });
  const { token, user } = body;
  program.token = token;
  return { browser, program, id: user.id, name: user.name };
}

/** Expects everyone to see each write, on pages and in the API, as soon as it is answered. */
export async function checkMainFlows(url: string, writer: LogIn, reader: LogIn): Promise<void> {
  const guest = new Visitor(url);
  const one = await logIn(url, writer);
  const other = await logIn(url, reader);
  const textsOf = async (path: string) => [
    (await guest.get(path)).text,
    (await one.browser.get(path)).text,
    (await other.browser.get(path)).text,
  ];

  await textsOf("/jobs");
  const title = "Lamp keeper, harbour light";
  const posted = await one.program.call("POST", "/api/jobs", { ...job, title });
  expect(posted.status).toBe(201);
  for (const page of await textsOf("/jobs")) expect(page).toContain(title);

  expect((await other.browser.get("/")).text).not.toContain("1 unread message");
  const message = { senderId: one.id, receiverId: other.id, content: "Hello there", isAnonymous: false };
  expect((await one.program.call("POST", "/api/messages/send", message)).status).toBe(201);
  expect((await other.browser.get("/")).text).toMatch(/unread messages?/);

  const renamed = await one.program.call("PUT", `/api/users/${one.id}`, { name: "Ottoline Quill" });
  expect(renamed.status).toBe(200);
  expect((await one.browser.get("/jobs")).text).toContain("Ottoline Quill");
  expect((await other.program.get(`/api/users/${one.id}`)).body).toMatchObject({ name: "Ottoline Quill" });

  expect((await one.program.call("POST", "/api/users/logout")).status).toBe(204);
  expect((await one.program.get("/api/users/me")).status).toBe(401);
  const cookies = new Map(one.browser.cookies);
  expect((await one.browser.post("/logout", {})).status).toBe(303);
  one.browser.cookies = cookies;
  expect((await one.browser.get("/profile")).headers.get("Location")).toMatch(/^\/login/);
}
