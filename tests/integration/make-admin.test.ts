import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { join, type Member } from "../support/people.ts";

const server = await shareServer();
let asha: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
});

const makeAdmin = (...parameters: string[]) =>
  spawnSync("node", ["scripts/make-admin.ts", ...parameters], {
    env: { PATH: process.env.PATH, STORAGE_DIR: server.storage },
    encoding: "utf8",
  });
const role = async () => ((await asha.get("/api/users/me")).body as { role: string }).role;

test("gives and revokes the role of administrator while the server runs", async () => {
  expect(await role()).toBe("student");
  expect(makeAdmin(asha.email.toUpperCase())).toMatchObject({
    status: 0,
    stdout: "Asha Verma is now an administrator.\n",
  });
  expect(await role()).toBe("admin");
  expect(makeAdmin(asha.email, "--revoke").status).toBe(0);
  expect(await role()).toBe("student");
});

test("reports an unknown address and wrong usage", () => {
  expect(makeAdmin("nobody@college.example")).toMatchObject({
    status: 1,
    stderr: "There is no active member with the address nobody@college.example.\n",
  });
  expect(makeAdmin().status).toBe(2);
});
