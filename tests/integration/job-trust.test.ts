import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, type Member, newMember, postJob } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const database = server.database();
let reader: Visitor;
let alum: Member;
let student: Member;
beforeAll(async () => {
  reader = browse(server, await newMember(server, "rohan"));
  // Their batches ended long ago, and will end long from now.
  alum = await newMember(server, "meera");
  student = await newMember(server, "kabir");
  database.prepare("update users set batch_year = ? where id = ?").run(1999, Number(alum.id));
  const nextYear = new Date(Date.now() + server.clockOffsetMs).getUTCFullYear() + 1;
  database.prepare("update users set batch_year = ? where id = ?").run(nextYear, Number(student.id));
});

const mainOf = ({ text }: { text: string }) =>
  text
    .slice(text.indexOf("<main"), text.indexOf("</main"))
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");
const setWork = (member: Member, company: string | null, positions: object[] = []) =>
  database
    .prepare("update users set company = ?, positions = ? where id = ?")
    .run(company, JSON.stringify(positions), Number(member.id));

test("members read in one line how a job's poster is connected with its company", async () => {
  const companyName = "Lanternfish Labs";
  const byAlum = await postJob(alum, { companyName });
  const byStudent = await postJob(student, { companyName });
  const lineOf = async (id: string) =>
    /Posted by an?[^.<]*\./.exec(mainOf(await reader.get(`/jobs/${id}`)))?.[0];
  expect(await lineOf(byStudent)).toBe("Posted by a student, for a company none of us works at yet.");
  expect(await lineOf(byAlum)).toBe("Posted by an alum, for a company none of us works at yet.");
  setWork(alum, "LANTERNFISH labs");
  expect(await lineOf(byAlum)).toBe("Posted by an alum whose profile says they work there.");
  expect(await lineOf(byStudent)).toBe("Posted by a student, for a company where others of us work.");
  const step = { title: "Engineer", company: "Lanternfish Labs", from: "2019-01" };
  setWork(alum, "Elsewhere", [{ ...step, to: null }]);
  expect(await lineOf(byAlum)).toBe("Posted by an alum whose profile says they work there.");
  setWork(alum, "Elsewhere", [{ ...step, to: "2020-01" }]);
  expect(await lineOf(byAlum)).toBe("Posted by an alum whose profile says they worked there.");
  expect(await lineOf(byStudent)).toBe("Posted by a student, for a company none of us works at yet.");
  database.prepare("update users set batch_year = null where id = ?").run(Number(student.id));
  expect(await lineOf(byStudent)).toBe("Posted by a member, for a company none of us works at yet.");
});

test("the line says how long the poster's account exists, and guests do not see it", async () => {
  const id = await postJob(alum);
  const days = (count: number) =>
    database
      .prepare("update users set created_at = ?, gender = 'female' where id = ?")
      .run(Date.now() + server.clockOffsetMs - count * 86_400_000, Number(alum.id));
  for (const [age, text] of [
    [0, "was made today"],
    [1, "is 1 day old"],
    [45, "is 45 days old"],
    [200, "is 6 months old"],
    [1_500, "is 4 years old"],
  ] as const) {
    days(age);
    const main = mainOf(await reader.get(`/jobs/${id}`));
    expect([age, main.includes(`Their account ${text}.`)]).toEqual([age, true]);
    expect(main).not.toMatch(/female|\b(?:she|her|he|his)\b/i);
  }
  const guest = mainOf(await new Visitor(server.url).get(`/jobs/${id}`));
  expect([guest.includes("Their account"), guest.includes("Posted by")]).toEqual([false, false]);
});

test("a job whose text asks for money warns every reader, and is posted like any other", async () => {
  const asking = await postJob(alum, {
    description: "A registration fee of ₹500 confirms your seat. Write and test control loops.",
  });
  const honest = await postJob(alum, { description: "There is no fee. You will work on deposit insurance." });
  for (const who of [reader, new Visitor(server.url), browse(server, alum)]) {
    expect(mainOf(await who.get(`/jobs/${asking}`))).toContain("This text seems to ask for money.");
    expect(mainOf(await who.get(`/jobs/${honest}`))).not.toContain("seems to ask for money");
  }
  await alum.call("PUT", `/api/jobs/${asking}`, {
    description: "Write and test the control loops of robots.",
  });
  expect(mainOf(await reader.get(`/jobs/${asking}`))).not.toContain("seems to ask for money");
});
