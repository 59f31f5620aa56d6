import { beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { shareServer } from "../support/integration.ts";
import { join, type Member, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer();
let asha: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
});

const makeAdmin = (...parameters: string[]) => runCommand("make-admin", server.storage, parameters);
const role = async () => (await asha.get("/api/users/me")).body.role;

test("make-admin grants and revokes the role while the server runs, and the last administrator's with --force only", async () => {
  expect(await role()).toBe("student");
  expect(await makeAdmin(asha.email.toUpperCase())).toMatchObject({
    status: 0,
    stdout: "Asha Verma is now an administrator.\n",
  });
  expect(await role()).toBe("admin");
  const rohan = await join(server, "rohan");
  expect((await makeAdmin(rohan.email)).status).toBe(0);
  expect((await makeAdmin(asha.email, "--revoke")).status).toBe(0);
  expect(await role()).toBe("student");
  expect(await makeAdmin(rohan.email, "--revoke")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "Rohan Pillai is the only administrator. Make another first, or add --force.\n",
    ),
  });
  expect((await rohan.get("/api/users/me")).body.role).toBe("admin");
  expect(await makeAdmin(rohan.email, "--revoke", "--force")).toMatchObject({
    status: 0,
    stdout: "Rohan Pillai is no longer an administrator.\n",
  });
  const trail = server.database().prepare("select action from audit_entries where admin_id = ? order by id");
  expect(trail.pluck().all(Number(asha.id))).toEqual([
    "became an administrator by command",
    "stopped being an administrator by command",
  ]);
});

test("make-admin admits a first administrator who waits for approval, and says so", async () => {
  const { id, email } = await join(server, "rohan", "waiting@college.example");
  const wait = server
    .database()
    .prepare("update users set status = 'pending', email_confirmed_at = null where id = ?");
  wait.run(Number(id));
  const rohan = new Visitor(server.url);
  expect((await rohan.post("/login", { email, password })).status).toBe(403);
  expect(await makeAdmin(email)).toMatchObject({
    status: 0,
    stdout:
      "Rohan Pillai is now an administrator. The account waited to be let in, and is approved.\nNobody has confirmed this address yet: make sure that its owner registered it.\n",
  });
  await rohan.post("/login", { email, password });
  expect((await rohan.get("/admin/members")).status).toBe(200);
});

test("revoking the role or the second factor does not admit a pending member", async () => {
  const kabir = await join(server, "kabir");
  server.database().prepare("update users set status = 'pending' where id = ?").run(Number(kabir.id));
  for (const option of ["--revoke", "--reset-second-factor"]) {
    expect(await makeAdmin(kabir.email, option)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`There is no active member with the address ${kabir.email}.`),
    });
  }
});

test("make-admin leaves suspended and deleted members as they are", async () => {
  const meera = await join(server, "meera");
  for (const status of ["suspended", "deleted"]) {
    server.database().prepare("update users set status = ? where id = ?").run(status, Number(meera.id));
    expect(await makeAdmin(meera.email)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`There is no member with the address ${meera.email} who is active or`),
    });
    const row = server.database().prepare("select status, is_admin from users where id = ?");
    expect(row.get(Number(meera.id))).toEqual({ status, is_admin: 0 });
  }
});

test("make-admin reports an unknown address and wrong usage", async () => {
  expect(await makeAdmin("nobody@college.example")).toMatchObject({
    status: 1,
    stderr: `Store: ${server.storage}\nThere is no member with the address nobody@college.example who is active or waits to be let in.\n`,
  });
  expect((await makeAdmin()).status).toBe(2);
});
