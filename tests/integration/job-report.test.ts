import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, makeAdmin } from "../support/people.ts";

const server = await shareServer(unlimited);
const [poster, admin] = await Promise.all([join(server, "asha"), join(server, "meera")]);
makeAdmin(server, admin);
const admins = browse(server, admin);
const report = "/api/reports/jobs";

/** In India, whose months begin 330 minutes before those of UTC. */
const june = Date.UTC(2024, 4, 31, 18, 30);
const july = Date.UTC(2024, 5, 30, 18, 30);

beforeAll(async () => {
  const { body } = await poster.call("POST", "/api/jobs", job);
  const { id } = body;
  const database = server.database();
  database.prepare("update jobs set posted_at = ? where id = ?").run(july - 1, Number(id));
  const person = database.prepare(
    "insert into users (email, first_name, last_name, name, created_at) values (?, 'Ila', 'Rao', 'Ila Rao', 0) returning id",
  );
  const track =
    database.prepare(`insert into job_tracking (user_id, job_id, opened_at, applied_at, offered_at)
    values (?, ?, ?, ?, ?)`);
  const times: (readonly [number, number | null, number | null])[] = [
    [june, july - 1, july],
    [june, july - 1, null],
    [june, july - 1, null],
    [june, july - 1, null],
    [june - 1, july - 1, null],
    [july - 1, null, null],
  ];
  for (const [index, moments] of times.entries()) {
    const { id: userId } = person.get(`ila${index}@college.example`) as { id: number };
    track.run(userId, Number(id), ...moments);
  }
  track.run(Number(poster.id), Number(id), june, june, june);
});

test("the report has one row per month of the community's time zone, in figures that identify nobody", async () => {
  const { status, body } = await admin.get(`${report}?from=2024-05&to=2024-08`);
  expect([status, body]).toEqual([
    200,
    [
      { month: "2024-05", postings: 0, opened: "<5", applied: 0, offers: 0 },
      { month: "2024-06", postings: "<5", opened: 5, applied: 5, offers: 0 },
      { month: "2024-07", postings: 0, opened: 0, applied: 0, offers: "<5" },
      { month: "2024-08", postings: 0, opened: 0, applied: 0, offers: 0 },
    ],
  ]);
  const csv = await admin.get(`${report}?from=2024-06&to=2024-06&format=csv`);
  expect(csv.text.replace("\ufeff", "")).toBe(
    '"month","postings","opened","applied","offers"\r\n"2024-06","<5","5","5","0"\r\n',
  );
  expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const again = await admin.get(`${report}?from=2024-06&to=2024-06&format=csv`, {
    "If-None-Match": csv.headers.get("ETag") ?? "",
  });
  expect(again.status).toBe(304);
  expect(csv.headers.get("Content-Disposition")).toBe('attachment; filename="jobs-2024-06-to-2024-06.csv"');
});

test("only administrators can read the report, and for at most sixty existing months", async () => {
  expect((await poster.get(report)).status).toBe(403);
  const months = async (query: string) => {
    const { status, body } = await admin.get(`${report}?${query}`);
    return status === 200 ? body.length : status;
  };
  expect(
    await Promise.all(["", "from=2020-01", "to=2020-01", "from=2020-01&to=2024-12"].map(months)),
  ).toEqual([12, 12, 12, 60]);
  const wrong = ["from=2024-13", "to=June", "from=2024-02&to=2024-01", "from=2020-01&to=2025-01"];
  expect(await Promise.all(wrong.map(months))).toEqual([422, 422, 422, 422]);
});

test("an administrator's jobs show the report as a table with its file", async () => {
  await poster.call("POST", "/api/jobs", job);
  const { text } = await admins.get("/jobs/mine?show=report");
  expect(text.match(/<th scope="row"/g)).toHaveLength(12);
  expect(text).toContain("<td>a few</td>");
  const [, file = ""] = /href="(\/api\/reports\/jobs[^"]+)"/.exec(text) ?? [];
  expect((await admins.get(file.replaceAll("&amp;", "&"))).text.split("\r\n")).toHaveLength(14);
  const posters = await browse(server, poster).get("/jobs/mine?show=report");
  expect(posters.text).not.toContain('href="/jobs/mine?show=report"');
  expect(posters.text).not.toContain("Jobs by month");
});
