import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { mailedLink, outbox } from "../support/outbox.ts";
import { browse, join, type Member, makeAdmin, password } from "../support/people.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let meera: Member;
let admin: Visitor;
beforeAll(async () => {
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
});

function upload(list: string | Buffer, name = "people.csv", visitor = admin): Promise<Answer> {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(Buffer.from(list))], name, { type: "text/csv" }));
  return visitor.fetch("/admin/members/import", {
    method: "POST",
    headers: { Origin: server.url },
    body: form,
  });
}
/** Uploads a list. @returns the address of its check, and the page without React's comments between texts */
async function check(list: string | Buffer) {
  const { status, headers } = await upload(list);
  expect(status).toBe(303);
  const path = headers.get("Location") ?? "";
  const page = await admin.get(path);
  expect(page.status).toBe(200);
  return { path, text: page.text.replaceAll("<!-- -->", "").replace(/<script[\s\S]*?<\/script>/g, "") };
}
const run = (path: string, visitor = admin) => visitor.post(path, { intent: "run" });
const find = (email: string) =>
  server.database().prepare("select * from users where email = ?").get(email) as Record<string, unknown>;
const countMembers = () =>
  (server.database().prepare("select count(*) as n from users").get() as { n: number }).n;

test("a list is checked before anything happens, then run, and the invited members set a password once", async () => {
  const before = countMembers();
  const { path, text } = await check(
    'Name,Email,Batch year,Phone,Skills\nTara Menon,Tara@College.example,2026,98765 43210,"Chess, Go"\n',
  );
  expect(text).toContain("1 person gets an account and an invitation by email.");
  expect(text).toContain("tara@college.example");
  expect(countMembers()).toBe(before);
  expect((await run(path)).headers.get("Location")).toBe("/admin/members");
  expect(find("tara@college.example")).toMatchObject({
    name: "Tara Menon",
    status: "active",
    batch_year: 2026,
    phone: "+91 9876543210",
    skills: "Chess, Go",
    password_hash: null,
  });
  expect((await admin.get(path)).status).toBe(404);
  expect((await run(path)).status).toBe(404);

  const link = await mailedLink(server, "tara@college.example", "/invitation");
  const visitor = new Visitor(server.url);
  const page = await visitor.get(link);
  expect([page.status, page.headers.get("Referrer-Policy")]).toEqual([200, "strict-origin"]);
  const token = link.split("token=")[1] ?? "";
  const fields = { token, password: "a very own secret", confirmPassword: "a very own secret" };
  const mail = outbox(server).find((text) => text.includes(link)) ?? "";
  expect(mail).toContain("Hello Tara Menon,");
  expect(mail).toContain("Meera Nair");
  expect((await visitor.post("/invitation", { ...fields, token: "wrong" })).status).toBe(410);
  expect((await visitor.get("/account")).status).toBe(303);
  expect((await visitor.post("/invitation", fields)).headers.get("Location")).toBe("/");
  expect((await visitor.get("/account")).status).toBe(200);
  expect((await new Visitor(server.url).post("/invitation", fields)).status).toBe(410);
  await visitor.post("/logout", {});
  const done = await visitor.post("/login", { email: "tara@college.example", password: fields.password });
  expect(done.status).toBe(303);
  const entries = server.database().prepare("select action, subject from audit_entries").all();
  expect(entries).toEqual([{ action: "invited people from", subject: "people.csv" }]);
});

test("each invalid line is named with its reason and left out", async () => {
  const { path, text } = await check(
    [
      "First name;Last name;Email;Batch;House",
      "Ila;Rao;ila@college.example;2027;Red",
      "Ila;Again;ILA@college.example;2027;Red",
      ";Rao;someone@college.example;2027;",
      "Om;Das;not an address;2027;",
      "Om;Das;om@college.example;next year;",
      `Meera;Nair;${meera.email};2019;`,
      "",
      "Zara;Khan;zara@college.example;2028;Blue",
    ].join("\r\n"),
  );
  const rows = [...text.matchAll(/<tr><td>(\d+)<\/td><td>([^<]*)<\/td><\/tr>/g)].map(([, line, why]) => [
    line,
    why,
  ]);
  expect(rows).toEqual([
    ["3", "The address is already in line 2"],
    ["4", "First name is required"],
    ["5", "Email is invalid"],
    ["6", expect.stringContaining("Batch year must be a year from 1950")],
  ]);
  expect(text).toContain("2 people get an account");
  expect(text).toContain("1 person has an account already");
  expect(text).toContain("4 lines are left out");
  expect(text).toContain("Ignored columns: House.");
  expect((await run(path)).headers.get("Location")).toBe("/admin/members");
  expect(find("om@college.example")).toBeUndefined();
  expect(find(meera.email)).toMatchObject({ name: "Meera Nair", is_admin: 1 });
});

test("people with an invalid phone or skill are still invited, and the problems can be downloaded", async () => {
  const { path, text } = await check(
    [
      "Name,Email,Batch year,Phone,Skills",
      "Uma Iyer,uma@college.example,2027,call me,Chess",
      `Dev Shah,dev@college.example,2027,98765 43210,${"x".repeat(3000)}`,
      "Lost Letter,not an address,2027,call me,",
    ].join("\n"),
  );
  expect(text).toContain("2 people get an account");
  expect(text).toContain("1 line is left out");
  expect(text).toContain("2 people are invited without a part of their line");
  const saved = await admin.get(`${path}/problems`);
  expect(saved.headers.get("Content-Disposition")).toBe('attachment; filename="problems.csv"');
  expect(saved.text.split("\r\n")).toEqual([
    '"Line","Name","Email","What is wrong"',
    '"2","Uma Iyer","uma@college.example","Phone is invalid. The person is invited without it"',
    expect.stringMatching(/^"3","Dev Shah","dev@college.example","Each at most/),
    expect.stringMatching(/^"4","Lost Letter","not an address","Email is invalid/),
    "",
  ]);
  await run(path);
  expect(find("uma@college.example")).toMatchObject({ phone: null, skills: "Chess" });
  expect(find("dev@college.example")).toMatchObject({ phone: "+91 9876543210" });
});

test("branch, roll number, company, position and location are read, and each may be empty or wrong", async () => {
  const { path, text } = await check(
    [
      "Name,Email,Batch year,Branch,Roll number,Company,Position,Location",
      "Om Das,om.das@college.example,2019,Civil Engineering,CE-15-007,Northlight Robotics,Firmware lead,Kochi",
      "Ira Das,ira.das@college.example,2027,,,,,",
      `Jai Das,jai.das@college.example,2027,Physics,${"9".repeat(41)},https://spam.example,,Pune`,
    ].join("\n"),
  );
  expect(text).toContain("3 people get an account");
  expect(text).toContain("1 person is invited without a part of their line");
  expect(text).not.toContain("Ignored columns");
  await run(path);
  expect(find("om.das@college.example")).toMatchObject({
    branch: "Civil Engineering",
    roll: "CE-15-007",
    company: "Northlight Robotics",
    position: "Firmware lead",
    location: "Kochi",
  });
  const none = { roll: null, company: null, position: null };
  expect(find("ira.das@college.example")).toMatchObject({ ...none, branch: null, location: null });
  expect(find("jai.das@college.example")).toMatchObject({ ...none, branch: "Physics", location: "Pune" });
});

test("a programme is found by its name, and an unknown programme is reported with its line", async () => {
  const { path, text } = await check(
    [
      "Name,Email,Batch year,Programme",
      "Lila Das,lila.das@college.example,2027,b.tech",
      "Mira Das,mira.das@college.example,2027,Alchemy",
    ].join("\n"),
  );
  expect(text).toContain("Choose one of the programmes. The person is invited without it");
  await run(path);
  expect(find("lila.das@college.example").programme_id).not.toBeNull();
  expect(find("mira.das@college.example").programme_id).toBeNull();
});

test("people with one name are invited, however the columns divide names", async () => {
  for (const [list, email] of [
    ["Name,Email,Batch year\nSuresh,suresh@college.example,2027", "suresh@college.example"],
    [
      "First name,Last name,Email,Batch year\nMadhavan,,madhavan@college.example,2027",
      "madhavan@college.example",
    ],
  ] as const) {
    const { path } = await check(list);
    await run(path);
    const { name, first_name: firstName, last_name: lastName } = find(email);
    expect([name, lastName]).toEqual([firstName, ""]);
    const answer = await new Visitor(server.url).get(await mailedLink(server, email, "/invitation"));
    expect(answer.status).toBe(200);
  }
  const { text } = await check("First name,Last name,Email,Batch year\n,Rao,rao@college.example,2027");
  expect(text).toContain("First name is required");
});

test("an import treats an address as taken exactly when the registration does", async () => {
  const addresses = [
    "mü@college.example",
    "m@münchen.example",
    "m..u@college.example",
    "m u@college.example",
  ];
  const { text } = await check(
    `Name,Email,Batch year\n${addresses.map((email) => `Ira Sen,${email},2027`).join("\n")}`,
  );
  const problems = addresses.map((_, index) => text.includes(`<tr><td>${index + 2}</td>`));
  const refusals = await Promise.all(
    addresses.map(async (email) => {
      const person = { firstName: "Ira", lastName: "Sen", phone: "98765 43210", batchYear: 2027 };
      const { status } = await new Visitor(server.url).call("POST", "/api/users/register", {
        ...person,
        email,
        password,
      });
      return status === 422;
    }),
  );
  expect(problems).toEqual(refusals);
  expect(refusals).toEqual([false, false, true, true]);
});

test("with a second factor an invitation leads to the log-in", async () => {
  const email = "linked@college.example";
  const { path } = await check(`Name,Email,Batch year\nIra Sen,${email},2027`);
  await run(path);
  const link = await mailedLink(server, email, "/invitation");
  server
    .database()
    .prepare("insert into second_factors (user_id, secret, confirmed_at) values (?, 'x', 1)")
    .run(find(email).id);
  const visitor = new Visitor(server.url);
  const token = link.split("token=")[1] ?? "";
  const done = await visitor.post("/invitation", { token, password, confirmPassword: password });
  expect(done.headers.get("Location")).toContain("/login");
  expect((await visitor.get("/account")).status).toBe(303);
});

test("all problems of a long list can be downloaded, not only those shown", async () => {
  const lines = Array.from({ length: 150 }, (_, n) => `Nobody ${n},no address,2027`);
  const { path, text } = await check(`Name,Email,Batch year\n${lines.join("\n")}`);
  expect(text).toContain("The first 100 problems");
  expect((await admin.get(`${path}/problems`)).text.split("\r\n")).toHaveLength(152);
  const asha = await join(server, "asha");
  makeAdmin(server, asha);
  const other = browse(server, asha);
  expect((await other.get(`${path}/problems`)).status).toBe(404);
});

test.each([
  [
    "Google Forms",
    "Timestamp,Email Address,Full name,Graduation Year,Phone number\n1/2/2026,forms@college.example,Ira Sen,2027,",
  ],
  [
    "Excel",
    "sep=;\r\nE-Mail;Given Name;Family Name;Year of graduation\r\nexcel@college.example;Ira;Sen;2027",
  ],
])("the headers of %s are understood", async (_, list) => {
  expect((await check(list)).text).toContain("1 person gets an account");
});

test.each([
  ["Mobile No.", "Year of passing", "E-mail ID", "Full name"],
  ["Contact No", "Passing year", "Email ID", "Name of the Student"],
  ["WhatsApp Number", "Pass out year", "College Email ID", "Name (first, middle, last)"],
  ["Mobile Number (10 digits)", "Year of Graduation*", "MAIL ID", "Student's Name"],
  ["Phone/Mobile", "YOP", "Gmail ID", "Candidate name"],
  ["\u202aPhone No\u202c", "\ufeffBatch\u200b", "Ｅmail", "Your Full Name"],
])("the columns %s, %s, %s and %s are recognized", async (phone, year, email, name) => {
  const address = `column-${phone.replace(/\W/g, "").toLowerCase()}@college.example`;
  const row = ["98765 43210", "2027", address, "Ira Sen"];
  const quote = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(",");
  const { path, text } = await check(`${quote([phone, year, email, name])}\n${quote(row)}\n`);
  expect(text).toContain("1 person gets an account");
  expect(text).not.toContain("Nothing is read from");
  await run(path);
  expect(find(address)).toMatchObject({ name: "Ira Sen", batch_year: 2027, phone: "+91 9876543210" });
});

test("no line is lost to invisible characters, other digits and other formats of phone numbers", async () => {
  const phones = [
    "\u202a98765 43210\u202c",
    "09876543210",
    "+91 (0)98765-43210",
    "0091 98765 43210",
    "919876543210",
  ];
  const rows = phones.map(
    (phone, n) => `Ira Sen,hidden-${n}@college.example\u200b,\u2068２०２7\u2069\u200c,${phone}`,
  );
  const { path, text } = await check(`Name,Email,Batch year,Phone\n${rows.join("\n")}\n`);
  expect(text).toContain(`${phones.length} people get an account`);
  expect(text).not.toContain("see below");
  await run(path);
  for (const [n, phone] of phones.entries()) {
    expect(find(`hidden-${n}@college.example`), phone).toMatchObject({
      batch_year: 2027,
      phone: "+91 9876543210",
    });
  }
});

test("the first phone column with a value counts", async () => {
  const { path } = await check(
    [
      "Name,Email,Batch year,Phone,WhatsApp number",
      "Ira Sen,two-0@college.example,2027,98765 43210,",
      "Ira Sen,two-1@college.example,2027,,98765 43211",
      "Ira Sen,two-2@college.example,2027,98765 43212,98765 43213",
    ].join("\n"),
  );
  await run(path);
  for (const n of [0, 1, 2]) expect(find(`two-${n}@college.example`).phone).toBe(`+91 987654321${n}`);
});

test("separators inside quotes in the first line do not count as separators", async () => {
  const { text } = await check(
    '"Name (first, middle, last)";"Email";"Batch year"\n"Sen, Ira";"separator@college.example";"2027"\n',
  );
  expect(text).toContain("1 person gets an account");
});

test.each([
  ["without other quotes", (n: number) => `Ira Sen,open-${n}@college.example,2027,Chess`],
  ["with quotes", (n: number) => `"Ira Sen","open-${n}@college.example","2027","Chess, Go"`],
])("an unclosed quote affects only its own line, in a list %s", async (_, write) => {
  const lines = Array.from({ length: 300 }, (__, n) => write(n));
  lines[100] = '=cmd,lost@college.example,2027,"Chess';
  const { path, text } = await check(["Name,Email,Batch year,Skills", ...lines].join("\r\n"));
  expect(text).toContain("299 people get an account");
  expect(text).toContain("1 line is left out");
  expect((await admin.get(`${path}/problems`)).text).toContain(
    `"102","'=cmd","lost@college.example","A quote in this line is not closed"`,
  );
});

test.each([
  ["Name,Batch\nIra Sen,2027", "It lacks: Email."],
  ["First name,Address\nIra,Kochi", "It lacks: Name, Email, Batch year."],
])("columns missing from the first line are named: %j", async (list, sentence) => {
  expect((await check(list)).text).toContain(sentence);
});

test("an address that cannot receive mail is reported", async () => {
  const addresses = ["a..b@college.example", ".a@college.example", "a@-college.example", "a@college.123"];
  const { text } = await check(
    `Name,Email,Batch year\n${addresses.map((address) => `Ira Sen,${address},2027`).join("\n")}`,
  );
  expect(text.split("reach this address: check its dots and hyphens")).toHaveLength(5);
});

test("formulas are text, here and in the lists that we export", async () => {
  const formula = `=HYPERLINK(""x"")`;
  const { path, text } = await check(`Name,Email,Batch year\n"${formula} Rao",cell@college.example,2027\n`);
  expect(text).toContain("=HYPERLINK(&quot;x&quot;) Rao");
  await run(path);
  expect(find("cell@college.example")).toMatchObject({ name: '=HYPERLINK("x") Rao' });
  const evil = await check('Name,Email,Batch year\n"=1 https://evil.example",evil@college.example,2027\n');
  expect(evil.text).toContain("A name cannot contain a web address");
});

test.each([
  ["UTF-8 with its mark", (text: string) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["Windows-1252", (text: string) => Buffer.from(text, "latin1")],
])("a list in %s is read", async (_, encode) => {
  const { text } = await check(encode("Name,Email,Batch year\nZoë Böhm,zoe@college.example,2027\n"));
  expect(text).toContain("Zoë Böhm");
});

test("an invalid list is refused with an explanation", async () => {
  const refusals: [string | Buffer, number, string][] = [
    ["", 422, "Choose a file with the list."],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 415, "isn&#x27;t a text file"],
    [Buffer.alloc(4 * 1024 * 1024 + 1, "a"), 413, "larger than 4MB"],
  ];
  for (const [list, status, sentence] of refusals) {
    const answer = await upload(list);
    expect([answer.status, answer.text.includes(sentence)], sentence).toEqual([status, true]);
  }
  expect((await check("just a line")).text).toContain("The first line must name the columns");
  expect((await check("constructor,__proto__\n1,2")).text).toContain("The first line must name the columns");
  expect((await check("Name,Email,Batch year\n")).text).toContain("This list has no people in it.");
  expect((await check("\n".repeat(100_000))).text).toContain("This list has no people in it.");
  expect((await check('"'.repeat(100_001))).text).toContain("The first line must name the columns");
});

test("a list belongs to its administrator, and of two simultaneous runs each person is invited once", async () => {
  const rohan = await join(server, "rohan");
  makeAdmin(server, rohan);
  const other = browse(server, rohan);
  const list = `Name,Email,Batch year\n${Array.from({ length: 50 }, (_, n) => `Twin ${n},twin-${n}@college.example,2027`).join("\n")}`;
  const { path } = await check(list);
  expect((await other.get(path)).status).toBe(404);
  expect((await run(path, other)).status).toBe(404);
  const before = countMembers();
  const second = await check(list);
  await Promise.all([run(path), run(second.path), run(path)]);
  expect(countMembers()).toBe(before + 50);
  const links = server
    .database()
    .prepare(
      "select count(*) as n from mail_links where purpose = 'invitation' and user_id in (select id from users where email like 'twin-%')",
    )
    .get();
  expect(links).toEqual({ n: 50 });
  const guest = new Visitor(server.url);
  expect((await upload("Name", "x.csv", guest)).status).toBe(303);
  server.database().prepare("update users set is_admin = 0 where id = ?").run(Number(rohan.id));
  expect((await other.get("/admin/members/import")).status).toBe(403);
  expect((await upload("Name", "x.csv", other)).status).toBe(403);
});

test("a list has at most 20,000 people", async () => {
  const people = Array.from({ length: 20_001 }, (_, n) => `Person,person-${n}@college.example,2027`);
  const { text } = await check(`Name,Email,Batch year\n${people.join("\n")}\n`);
  expect(text).toContain("A list can have at most 20,000 people.");
});

test("a first line that is one long title is refused at once", async () => {
  const { text } = await check(`${"(".repeat(1_000_000)}\nTara Menon\n`);
  expect(text).toContain("It lacks: Name, Email, Batch year.");
});
