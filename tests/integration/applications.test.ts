import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse } from "../support/notices.ts";
import { job, join, type Member, makeAdmin } from "../support/people.ts";
import { storedFiles } from "../support/upload.ts";

const server = await shareServer(unlimited);
const [poster, applicant, other, admin] = await Promise.all([
  join(server, "asha"),
  join(server, "rohan"),
  join(server, "kabir"),
  join(server, "meera"),
]);
makeAdmin(server, admin);
const letter = "I wrote the motor control of our solar car, and would like to go on with small robots.";
const pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

interface Application {
  id: string;
  state: string;
  text: string | null;
  file: { url: string; name: string; size: number } | null;
}

async function post(fields = {}): Promise<string> {
  const here = { ...job, applicationMethod: "here", applicationLink: null, ...fields };
  const { status, body } = await poster.call("POST", "/api/jobs", here);
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function apply(
  member: Member,
  id: string,
  { text = letter, file = pdf, name = "cv.pdf", key = "" } = {},
): Promise<{ status: number; body: Application & { errors?: Record<string, string[]> } }> {
  const form = new FormData();
  form.set("letter", text);
  form.set("file", new File([file], name, { type: "application/pdf" }));
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  const answer = await member.fetch(`/api/jobs/${id}/applications`, { method: "POST", body: form, headers });
  return { status: answer.status, body: JSON.parse(answer.text) as Application };
}

test("is read by the two only, answered once, and told", async () => {
  const id = await post();
  const sent = await apply(applicant, id, { key: "one" });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ state: "sent", letter, file: { name: "cv.pdf", size: pdf.length } });
  expect((await apply(applicant, id, { key: "one" })).body.id).toBe(sent.body.id);
  expect((await apply(applicant, id)).status).toBe(409);

  const url = sent.body.file?.url ?? "";
  const opened = await Promise.all(
    [applicant, poster, other, admin].map((each) => browse(server, each).get(url)),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  expect(opened[0]?.text).toBe(pdf);

  const list = `/api/jobs/${id}/applications`;
  const lists = await Promise.all([poster, applicant, admin].map((each) => each.call("GET", list)));
  expect(lists.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(lists[0]?.body).toHaveLength(1);
  expect((await poster.call("GET", "/api/notices")).body).toMatchObject({
    data: [{ kind: "application-received" }],
  });

  const address = `${list}/${sent.body.id}`;
  expect((await applicant.call("PUT", address, { state: "invited" })).status).toBe(403);
  expect((await poster.call("PUT", address, { state: "read" })).body).toMatchObject({ state: "read" });
  const invited = { state: "invited", text: "Come on Friday." };
  expect((await poster.call("PUT", address, invited)).body).toMatchObject(invited);
  expect((await poster.call("PUT", address, invited)).status).toBe(200);
  expect((await poster.call("PUT", address, { state: "declined" })).status).toBe(409);
  expect((await applicant.call("GET", "/api/applications")).body).toMatchObject([invited]);
  const { body } = await applicant.call("GET", "/api/notices");
  expect(body).toMatchObject({ data: [{ kind: "application-answered", count: 1 }] });
  expect((await applicant.call("GET", "/api/jobs/tracked")).body).toMatchObject([{ state: "applied" }]);
});

test("is refused with a sentence beside the field, and nothing is left", async () => {
  const id = await post();
  const before = storedFiles(server).length;
  const short = await apply(applicant, id, { text: "x".repeat(49) });
  expect([short.status, Object.keys(short.body.errors ?? {})]).toEqual([422, ["letter"]]);
  expect((await apply(applicant, id, { text: "x".repeat(2_001) })).status).toBe(422);
  expect((await apply(applicant, id, { file: "a text that calls itself a PDF" })).status).toBe(415);
  expect((await apply(applicant, id, { name: "cv.docx" })).status).toBe(415);
  expect((await apply(applicant, id, { file: pdf + "x".repeat(5 * 1024 * 1024) })).status).toBe(413);
  expect((await apply(poster, id)).status).toBe(403);
  await poster.call("PUT", `/api/jobs/${id}`, { isOpen: false });
  expect((await apply(applicant, id)).body.errors?.letter).toEqual(["Applications for this job are closed."]);
  expect((await apply(applicant, await post({ applicationMethod: "in-person" }))).status).toBe(409);
  await poster.call("PUT", `/api/users/${other.id}/block`);
  expect((await apply(other, await post())).status).toBe(403);
  await poster.call("DELETE", `/api/users/${other.id}/block`);
  expect(storedFiles(server)).toHaveLength(before);
});

test("sent twice at once is stored once", async () => {
  const id = await post();
  const before = storedFiles(server).length;
  const sent = await Promise.all([apply(other, id), apply(other, id)]);
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(storedFiles(server)).toHaveLength(before + 1);
});
