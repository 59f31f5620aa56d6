import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { join, type Member } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import type { TestServer } from "../support/server.ts";
import { share, storedFiles } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);

function listRenderers({ process: { pid } }: TestServer): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}
/** A fork that does not run its own program yet must not be stopped: the server waits until it does. */
function hasStarted(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("render-process");
  } catch {
    return false;
  }
}
/** @returns false if the process has already ended */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "one picture of a member does not wait for another member's many",
  async () => {
    const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
    const done: string[] = [];
    const send = async (member: Member, bytes: Buffer) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "a.jpg");
      const { status } = await member.call("POST", "/api/uploads", form);
      done.push(`${member.name} ${status}`);
    };
    const [one, ...others] = await Promise.all(
      Array.from({ length: 5 }, (_, index) => picture(600, 400, `#15527${index}`)),
    );
    const many = others.map((bytes) => send(asha, bytes));
    const renderer = await waitUntil("a renderer is held", () =>
      listRenderers(server).find((pid) => hasStarted(pid) && signal(pid, "SIGSTOP")),
    );
    await waitUntil("all four are stored", () => storedFiles(server).length >= 4);
    const last = send(rohan, one as Buffer);
    await waitUntil("the other member's as well", () => storedFiles(server).length >= 5);
    signal(renderer, "SIGCONT");
    await Promise.all([...many, last]);
    expect(done.toSorted()).toEqual([...Array(4).fill("Asha Verma 201"), "Rohan Pillai 201"]);
    // The picture in progress is finished first.
    expect(done.indexOf("Rohan Pillai 201")).toBeLessThanOrEqual(2);
  },
);

createTest().runIf(process.platform === "linux")(
  "after three failures no more pictures are rendered for a member",
  async ({ server }) => {
    const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
    const send = async (member: Member, width: number) => {
      const { status, body } = await share(member, { name: "a.jpg", bytes: await picture(width) });
      const { id } = body.data;
      return [status, (await fetch(`${server.url}/files/thumbnails/${id}`)).status];
    };
    const killRenderers = setInterval(() => {
      for (const pid of listRenderers(server)) signal(pid, "SIGKILL");
    }, 5);
    for (const width of [301, 302, 303]) expect(await send(asha, width)).toEqual([201, 404]);
    clearInterval(killRenderers);
    expect(await send(asha, 304)).toEqual([201, 404]);
    expect(await send(rohan, 305)).toEqual([201, 200]);
  },
);
