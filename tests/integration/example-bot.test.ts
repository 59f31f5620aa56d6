import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { baseSettings, exitOf } from "../support/commands.ts";
import { readCode } from "../support/html.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, sendHidden, sendTo } from "../support/messages.ts";
import { sample } from "../support/nightly.ts";
import { job, join } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let bot: ChildProcess | undefined;
afterEach(() => void bot?.kill());

function startBot(token: string, file = "bot.mjs", site = server.url, options: string[] = []) {
  const lines: string[] = [];
  bot = spawn(process.execPath, [...options, `examples/${file}`], {
    env: { ...baseSettings, TOKEN: token, ...(site !== "" && { SITE: site }) },
  });
  bot.stdout?.on("data", (chunk) => lines.push(String(chunk)));
  bot.stderr?.on("data", (chunk) => lines.push(String(chunk)));
  return { process: bot, printed: () => lines.join("") };
}

test("the example bot answers named and anonymous members, and nothing else", async () => {
  const [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  const posted = (await meera.call("POST", "/api/jobs", job)).body;
  const { printed } = startBot(asha.token);
  await waitUntil("the bot", () => printed().includes("Listening as Asha Verma"));
  const answer = `${job.title}, ${job.companyName}: ${server.url}/jobs/${posted.id}`;

  const socket = await Socket.of(rohan);
  await sendTo(rohan, asha.id, "What is there to eat?");
  await sendTo(rohan, asha.id, " Jobs ");
  expect(await socket.next("receive_message")).toMatchObject({ content: "What is there to eat?" });
  expect(await socket.next("receive_message")).toMatchObject({ content: "Jobs", senderId: rohan.id });
  expect(await socket.next("receive_message")).toMatchObject({ content: answer, senderId: asha.id });

  // It answers that message and marks it as done.
  const [, asked, answered] = (await rohan.get(`/api/messages/history/${rohan.id}/${asha.id}`)).body;
  expect(answered).toMatchObject({ content: answer, replyTo: { id: asked?.id, content: "Jobs" } });
  await waitUntil("its sign", async () => {
    const history = await rohan.get(`/api/messages/history/${rohan.id}/${asha.id}`);
    return history.text.includes('"check"');
  });
  await sendTo(rohan, asha.id, "All jobs");
  await socket.next("receive_message");
  const { attachments = [] } = (await socket.next("receive_message")) as { attachments?: { url: string }[] };
  expect((await rohan.get(attachments[0]?.url ?? "")).text).toBe(`${answer}\n`);

  const hidden = await Socket.of(meera);
  await sendHidden(meera, asha, "jobs");
  const own = await hidden.next("receive_message");
  expect(own).toMatchObject({ content: "jobs" });
  expect(await hidden.next("receive_message")).toMatchObject({ content: answer, isAnonymous: true });
  expect(await aliasFor(asha)).toMatch(/^anon_/);
  await Promise.all([socket.close(), hidden.close()]);
});

test("the example bot stops if its token is wrong or has ended", async () => {
  const wrong = startBot("quadrant_wrong");
  expect(await exitOf(wrong.process, wrong.printed)).toEqual([1, null]);
  expect(wrong.printed()).toContain("Invalid token");
  const kabir = await join(server, "kabir");
  const { process: child, printed } = startBot(kabir.token);
  await waitUntil("the bot", () => printed().includes("Listening as Kabir Sethi"));
  await kabir.call("POST", "/api/users/logout");
  expect(await exitOf(child, printed)).toEqual([1, null]);
  expect(printed()).toContain("The token has ended.");
});

test("the example bot reports a server that does not answer", async () => {
  const { process, printed } = startBot("quadrant_any", "bot.mjs", "http://127.0.0.1:1");
  expect(await exitOf(process, printed)).toEqual([1, null]);
  expect(printed()).toBe("No answer from http://127.0.0.1:1\n");
});

const programs = ["bot.mjs", ...readdirSync("examples/first-bot").map((name) => `first-bot/${name}`)];
const read = (file: string) => readFileSync(`examples/${file}`, "utf8");

test.each(programs)("%s is short and has no dependencies", (file) => {
  expect(read(file).trimEnd().split("\n").length).toBeLessThan(80);
  expect(read(file)).not.toMatch(/\b(import|require)\b/);
});

test.each(programs.filter((file) => read(file).includes("WebSocket")))(
  "%s requires a Node with WebSocket",
  async (file) => {
    const { process, printed } = startBot("quadrant_any", file, server.url, ["--no-experimental-websocket"]);
    expect(await exitOf(process, printed)).toEqual([1, null]);
    expect(printed()).toBe("Use Node 22 or later\n");
  },
);

test("the page of the first bot shows exactly these programs", async () => {
  const { text } = await new Visitor(server.url).get("/developers/first-bot");
  const shown = readCode(text).filter((code) => /\bprocess\.env\b/.test(code));
  expect(shown.sort()).toEqual(programs.map(read).sort());
  // What hello.mjs prints for a wrong token.
  expect(text).toContain("<q>Invalid token</q>");
  for (const file of programs) expect(text).toContain(`node ${file.replace("first-bot/", "")}`);
});

test("hello.mjs greets its owner and explains what is wrong with a token", async () => {
  const kabir = await join(server, "kabir", "kabir.hello@college.example");
  const greeting = startBot(kabir.token, "first-bot/hello.mjs");
  expect(await exitOf(greeting.process, greeting.printed)).toEqual([0, null]);
  expect(greeting.printed()).toBe(`Hello, Kabir Sethi! Your id is ${kabir.id}.\n`);
  const refused = startBot("quadrant_wrong", "first-bot/hello.mjs");
  expect(await exitOf(refused.process, refused.printed)).toEqual([1, null]);
  expect(refused.printed()).toBe("Invalid token\n");
});

test("listen.mjs prints received messages", async () => {
  const kabir = await join(server, "kabir", "kabir.listen@college.example");
  const meera = await join(server, "meera", "meera.listen@college.example");
  const { printed } = startBot(kabir.token, "first-bot/listen.mjs");
  await waitUntil("the program", () => printed().includes("Listening"));
  await sendTo(meera, kabir.id, "Good morning");
  await waitUntil("a message", () => printed().includes("Meera Nair: Good morning"));
  expect(printed()).toMatch(/^Listening\. Stop with Ctrl\+C\.\n/);
});

test("answer.mjs answers ping with pong, and neither itself nor anything else", async () => {
  const kabir = await join(server, "kabir", "kabir.answer@college.example");
  const meera = await join(server, "meera", "meera.answer@college.example");
  const socket = await Socket.of(meera);
  const { printed } = startBot(kabir.token, "first-bot/answer.mjs");
  await waitUntil("the program", () => printed().includes("Listening"));
  await sendTo(meera, kabir.id, "Good morning");
  await sendTo(kabir, meera.id, "ping");
  await sendTo(meera, kabir.id, "ping");
  const contents = () => socket.received("receive_message").map(({ content }) => content);
  await waitUntil("the answer", () => contents().includes("pong"));
  expect(contents()).toEqual(["Good morning", "ping", "ping", "pong"]);
  await socket.close();
});

test("each program explains in one line why it exits, and accepts an address with a trailing slash", async () => {
  const kabir = await join(server, "kabir", "kabir.slash@college.example");
  for (const file of sample(programs, 2)) {
    const fails = [
      startBot("quadrant_wrong", file),
      startBot(kabir.token, file, "localhost:3000"),
      startBot(kabir.token, file, "http://127.0.0.1:1"),
      ...(file === "bot.mjs" ? [] : [startBot(kabir.token, file, "")]),
    ];
    for (const { process: child, printed } of fails) {
      await exitOf(child, printed);
      expect([file, child.exitCode, printed()]).toEqual([file, 1, expect.stringMatching(/^[^\n]+\n$/)]);
    }
    const started = startBot(kabir.token, file, `${server.url}/`);
    await waitUntil(file, () => /Listening|Hello/.test(started.printed()));
    started.process.kill();
  }
});

test("a program whose socket is closed exits with one line", async () => {
  for (const file of sample(["first-bot/listen.mjs", "first-bot/answer.mjs"], 2)) {
    const kabir = await join(server, "kabir", `kabir.${file.slice(10, 14)}@college.example`);
    const { process: child, printed } = startBot(kabir.token, file);
    await waitUntil("the program", () => printed().includes("Listening"));
    await kabir.call("POST", "/api/users/logout");
    await exitOf(child, printed);
    const [, ...ended] = printed().trimEnd().split("\n");
    expect([file, child.exitCode, ended.length]).toEqual([file, 1, 1]);
  }
});
