import { expect } from "vitest";
import { letter, pdf } from "../support/application.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import type { Visitor } from "../support/visitor.ts";

/** The pages whose rendered copy members share. */
const shared = [
  "/jobs",
  "/jobs?search=keeper",
  "/resources",
  "/resources/browse",
  "/resources/category/gate-notes",
  "/resources/category/gate-notes/year/2",
];
const names = ["Zephyrina", "Quillon", "Wenceslas", "Ottoline", "Ludmilla", "Xanthe"];

interface Reader {
  name: string;
  id: string;
  email: string;
  browser: Visitor;
}

async function logIn(server: TestServer, name: string): Promise<Reader> {
  const email = `${name.toLowerCase()}@college.example`;
  const member = await join(server, "rohan", email);
  const rename = server
    .database()
    .prepare("update users set first_name = ?, name = ? || ' Pillai' where id = ?");
  rename.run(name, name, Number(member.id));
  return { name, id: member.id, email, browser: browse(server, member) };
}

/** @returns what a page contains about readers other than its own */
const findTraces = (html: string, reader: Reader, all: readonly Reader[]): string[] =>
  all
    .filter(({ name }) => name !== reader.name)
    .flatMap(({ name, email, browser }) => [name, email, browser.cookies.get("session") ?? ""])
    .filter((trace) => html.includes(trace));

const readData = (html: string): string => {
  const [, text = '""'] = /streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/.exec(html) ?? [];
  return JSON.parse(text) as string;
};

const test = createTest(unlimited).extend("readers", { scope: "file" }, async ({ server }) => {
  const author = await join(server, "asha");
  await author.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" });
  await share(author, { name: "lamps.txt", bytes: Buffer.from("lamps") }, { categoryId: "2", year: "2" });
  const readers: Reader[] = [];
  for (const name of names) readers.push(await logIn(server, name));
  // Differences that the shared pages show: a picture, an administrator, unread messages.
  server.database().exec(`update users set avatar_file = 'zephyrina-face.webp' where first_name = 'Zephyrina';
    update users set is_admin = 1 where first_name = 'Quillon'`);
  const [, , wenceslas] = readers;
  const message = { senderId: author.id, receiverId: wenceslas?.id, content: "Hello", isAnonymous: false };
  await author.call("POST", "/api/messages/send", message);
  return readers;
});

test("a shared page has each reader's own texts, and nothing of the other readers", async ({ readers }) => {
  for (const path of shared) {
    for (const turn of [1, 2, 3]) {
      const answers = await Promise.all(readers.map(({ browser }) => browser.get(path)));
      for (const [index, { text, headers }] of answers.entries()) {
        const reader = readers[index] as Reader;
        expect([path, turn, findTraces(text, reader, readers)]).toEqual([path, turn, []]);
        expect(text).toContain(`Profile menu of ${reader.name} Pillai`);
        expect(text).not.toMatch(/hole[\da-f]{24}/);
        expect(text).toMatch(reader.name === "Wenceslas" ? /<title>\(1\) \w/ : /<title>\w/);
        const data = readData(text);
        expect(data).toContain(`"${reader.name} Pillai"`);
        expect(data).toContain(`"${headers.get("X-Request-Id")}"`);
        expect(headers.get("Cache-Control")).toBe("private, no-store");
        const [, nonce = "none"] = /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "") ?? [];
        const used = [...text.matchAll(/<script[^>]*nonce="([^"]*)"/g)].map(([, value]) => value);
        expect(new Set(used)).toEqual(new Set([nonce]));
        expect(text.includes("zephyrina-face-small.webp")).toBe(reader.name === "Zephyrina");
        expect(text.includes('href="/admin"')).toBe(reader.name === "Quillon");
        expect(text.includes('aria-label="1 unread message"')).toBe(reader.name === "Wenceslas");
      }
      const nonces = answers.map(({ headers }) => headers.get("Content-Security-Policy"));
      expect(new Set(nonces).size).toBe(readers.length);
    }
  }
});

test("findTraces detects a page sent to the wrong member", async ({ readers }) => {
  const [first, second] = readers as [Reader, Reader];
  const { text } = await first.browser.get("/jobs");
  expect(findTraces(text, first, readers)).toEqual([]);
  expect(findTraces(text, second, readers)).toEqual([first.name]);
});

test("a name is escaped in the page and in its data", async ({ server }) => {
  const reader = await logIn(server, "Odd");
  const lastName = `</script><b>&"\\ \u2028 $& hole`;
  const name = `O'Dd ${lastName}`;
  const rename = server
    .database()
    .prepare("update users set first_name = ?, last_name = ?, name = ? where id = ?");
  rename.run("O'Dd", lastName, name, Number(reader.id));
  const { text } = await reader.browser.get("/jobs");
  expect(text).toContain(
    "Profile menu of O&#x27;Dd &lt;/script&gt;&lt;b&gt;&amp;&quot;\\ \u2028 $&amp; hole",
  );
  expect(text.match(/<\/script>/g)?.length).toBe(text.match(/<script/g)?.length);
  expect(JSON.parse(readData(text).trim()) as unknown[]).toContain(name);
});

test("guests' copies have no scripts for members, and members' copies none for guests", async ({
  guest,
  readers,
}) => {
  const [reader] = readers as [Reader];
  for (const path of shared) {
    const page = (await guest.get(path)).text;
    expect(page).not.toContain("Profile menu");
    expect(page).not.toContain("streamController");
    expect((await reader.browser.get(path)).text).not.toContain(">Register</a>");
  }
  expect((await guest.get("/jobs/99999")).text).not.toMatch(/hole[\da-f]{24}/);
  expect((await reader.browser.get("/resources/category/gate-notes/year/9")).text).not.toMatch(
    /hole[\da-f]{24}/,
  );
});

test("a session that has ended gets a guest's page and loses its cookie", async ({ server }) => {
  const reader = await logIn(server, "Leaver");
  const cookies = new Map(reader.browser.cookies);
  await reader.browser.post("/logout", {});
  reader.browser.cookies = cookies;
  const { text, headers } = await reader.browser.get("/jobs");
  expect(text).not.toContain("Profile menu");
  expect(headers.get("Set-Cookie")).toContain("Max-Age=0");
});

test("each member's list of jobs shows which are theirs, which they applied for and which they saved", async ({
  server,
  guest,
}) => {
  const enter = (name: string) => join(server, "rohan", `${name}@college.example`);
  const [poster, applicant, tracker, keeper, nobody] = await Promise.all([
    enter("poster"),
    enter("applicant"),
    enter("tracker"),
    enter("keeper"),
    enter("nobody"),
  ]);
  const post = async (fields: object) => {
    const { body } = await poster.call("POST", "/api/jobs", { ...job, title: "Ropewalk", ...fields });
    return body.id;
  };
  const here = await post({ applicationMethod: "here", applicationLink: null });
  const site = await post({});
  const email = { applicationMethod: "email", applicationLink: null, applicationEmail: "ropes@a.example" };
  const mail = await post(email);
  const form = new FormData();
  form.set("letter", letter);
  form.set("file", new File([pdf], "cv.pdf", { type: "application/pdf" }));
  const sent = await applicant.call("POST", `/api/jobs/${here}/applications`, form);
  expect(sent.status).toBe(201);
  for (const id of [site, mail]) {
    const tracked = await tracker.call("PUT", `/api/jobs/${id}/tracking`, { state: "interview" });
    expect(tracked.status).toBe(200);
    expect((await browse(server, tracker).post(`/jobs/${id}`, { intent: "save" })).status).toBe(303);
  }
  await browse(server, keeper).post(`/jobs/${site}`, { intent: "save" });

  const expected = [
    [poster, ["Yours", "Yours", "Yours"]],
    [applicant, ["Applied", "on their site", "by email"]],
    [tracker, ["Apply Now", "Applied", "Applied"]],
    [keeper, ["Apply Now", "on their site", "by email"]],
    [nobody, ["Apply Now", "on their site", "by email"]],
    [null, ["Apply Now", "on their site", "by email"]],
  ] as const;
  const jobs = [here, site, mail];
  const actionOf = (html: string) => {
    const words = ["Yours</b>", "Applied</b>", "by email</span>", "on their site</span>", "Apply Now</a>"];
    const shown = words
      .filter((word) => html.includes(`>${word}`))
      .map((word) => word.slice(0, word.indexOf("<")));
    const hasButton = shown.includes("Apply Now");
    expect(hasButton).toBe(!(shown.includes("Yours") || shown.includes("Applied")));
    return shown[0];
  };
  const rowOf = (html: string, id: string) =>
    new RegExp(`<li(?:(?!</li>).)*"/jobs/${id}[#"].*?</li>`, "s").exec(html)?.[0] ?? "";
  // Twice, because only the second time is answered from shared copies.
  for (const _ of [1, 2]) {
    for (const [member, actions] of expected) {
      const browser = member ? browse(server, member) : guest;
      const list = (await browser.get("/jobs?search=ropewalk")).text;
      expect(jobs.map((id) => actionOf(rowOf(list, id)))).toEqual(actions);
      const kept = jobs.filter((id) => rowOf(list, id).includes("> Saved</b>"));
      expect(kept).toEqual(member === keeper ? [site] : []);
      const pages = await Promise.all(jobs.map((id) => browser.get(`/jobs/${id}`)));
      const parts = pages.map(({ text }) => text.slice(0, text.indexOf("About the work")));
      expect(parts.map(actionOf)).toEqual(actions);
    }
  }
  const saved = (await browse(server, tracker).get("/jobs/mine?show=saved")).text;
  expect([site, mail].map((id) => actionOf(rowOf(saved, id)))).toEqual(["Applied", "Applied"]);
});

test("a company's page lists the people its reader can ask, without the reader", async ({ server }) => {
  const [first, second] = await Promise.all(
    ["first", "second"].map((name) => join(server, "kabir", `${name}@ropes.example`)),
  );
  await first?.call("POST", "/api/jobs", { ...job, companyName: "Hawser Works" });
  for (const [index, member] of [first, second].entries())
    server
      .database()
      .prepare(
        "update users set company = 'Hawser Works', offers_help = 1, first_name = ?, name = ? || ' ' || last_name where id = ?",
      )
      .run(`Hawser${index}`, `Hawser${index}`, Number(member?.id));
  const listed = async (member: Member | undefined) => {
    const { text } = await browse(server, member as Member).get("/jobs?company=Hawser+Works");
    const head = /<section[^>]*aria-labelledby="company-name".*?<\/section>/s.exec(text)?.[0] ?? "";
    return ["Hawser0", "Hawser1"].filter((name) => head.includes(name));
  };
  for (const _ of [1, 2]) {
    expect(await listed(first)).toEqual(["Hawser1"]);
    expect(await listed(second)).toEqual(["Hawser0"]);
    expect(await listed(await join(server, "meera", `reader${_}@ropes.example`))).toEqual([
      "Hawser0",
      "Hawser1",
    ]);
  }
});
