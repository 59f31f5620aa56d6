import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { aliasFor, sendHidden, sendTo } from "../support/messages.ts";
import { job, join } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer();
let bot: ChildProcess | undefined;
afterEach(() => void bot?.kill());

function startBot(token: string) {
  const lines: string[] = [];
  bot = spawn(process.execPath, ["examples/bot.mjs"], {
    env: { PATH: process.env.PATH, SITE: server.url, TOKEN: token },
  });
  bot.stdout?.on("data", (chunk) => lines.push(String(chunk)));
  bot.stderr?.on("data", (chunk) => lines.push(String(chunk)));
  return { process: bot, printed: () => lines.join("") };
}

test("the example bot answers members and hidden ones, and nothing else", async () => {
  const [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  const posted = (await meera.call("POST", "/api/jobs", job)).body as { id: string };
  const { printed } = startBot(asha.token);
  await waitUntil("the bot", () => printed().includes("Listening as Asha Verma"));
  const answer = `${job.title}, ${job.companyName}: ${server.url}/jobs/${posted.id}`;

  const socket = await Socket.of(rohan);
  await sendTo(rohan, asha.id, "What is there to eat?");
  await sendTo(rohan, asha.id, " Jobs ");
  expect(await socket.next("receive_message", 5_000)).toMatchObject({ content: "What is there to eat?" });
  expect(await socket.next("receive_message", 5_000)).toMatchObject({ content: "Jobs", senderId: rohan.id });
  expect(await socket.next("receive_message", 5_000)).toMatchObject({ content: answer, senderId: asha.id });

  const hidden = await Socket.of(meera);
  await sendHidden(meera, asha, "jobs");
  const own = await hidden.next("receive_message", 5_000);
  expect(own).toMatchObject({ content: "jobs" });
  expect(await hidden.next("receive_message", 5_000)).toMatchObject({ content: answer, isAnonymous: true });
  expect(await aliasFor(asha)).toMatch(/^anon_/);
  await Promise.all([socket.close(), hidden.close()]);
});

test("the example bot stops when its token is wrong, and when it ends", async () => {
  const wrong = startBot("quadrant_wrong");
  expect(await once(wrong.process, "exit")).toEqual([1, null]);
  expect(wrong.printed()).toContain("Invalid token");
  const kabir = await join(server, "kabir");
  const { process: child, printed } = startBot(kabir.token);
  await waitUntil("the bot", () => printed().includes("Listening as Kabir Sethi"));
  await kabir.call("POST", "/api/users/logout");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(printed()).toContain("The token has ended.");
});

test("the example is short and has no dependency", () => {
  const source = readFileSync("examples/bot.mjs", "utf8");
  expect(source.trimEnd().split("\n").length).toBeLessThan(60);
  expect(source).not.toMatch(/\b(import|require)\b/);
});
