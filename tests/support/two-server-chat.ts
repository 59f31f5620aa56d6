import { setTimeout as wait } from "node:timers/promises";
import { at } from "./cluster.ts";
import { sendTo } from "./messages.ts";
import type { Pair } from "./pair.ts";
import type { Member } from "./people.ts";
import type { TestServer } from "./server.ts";
import type { Answer } from "./visitor.ts";

/**
 * Has each member write to the next one, alternating between two servers and repeating each message until it is
 * accepted, and read on both. `stop` returns the accepted messages that are not stored, and how many are stored twice.
 * @param name begins each message
 */
export function startLife({ servers, killed, cluster, members }: Pair, name: string, size = 8) {
  const writers = members.slice(0, size);
  const accepted: string[] = [];
  const refusals: { status: number; retryAfter: string | null }[] = [];
  const reads: number[] = [];
  const writeMs: number[] = [];
  const requestMs: number[] = [];
  let isStopped = false;

  /** @returns null if a test kills the server meanwhile */
  async function ask(turn: number, member: Member, act: (visitor: Member) => Promise<Answer>) {
    const server = servers[turn % 2] as TestServer;
    const began = performance.now();
    const answer = await act(at(server, member)).catch((error: Error) => {
      if (!killed.has(server)) throw error;
      return wait(20, null);
    });
    if (answer) requestMs.push(performance.now() - began);
    return answer;
  }

  async function write(writer: Member, index: number): Promise<void> {
    const receiver = writers[(index + 1) % writers.length]?.id ?? "";
    for (let n = 0; !isStopped; n++) {
      const content = `${name} ${index} ${n}`;
      const began = performance.now();
      for (let turn = index + n; ; turn++) {
        const answer = await ask(turn, writer, (visitor) =>
          sendTo(visitor, receiver, content, { tempId: content }),
        );
        if (answer && answer.status < 300) break;
        if (answer) refusals.push({ status: answer.status, retryAfter: answer.headers.get("Retry-After") });
        if (answer && isStopped) return;
      }
      accepted.push(content);
      writeMs.push(performance.now() - began);
    }
  }

  async function read(index: number): Promise<void> {
    for (let n = 0; !isStopped; n++) {
      const path = n % 2 ? "/jobs" : "/api/messages/conversations";
      const answer = await ask(index, writers[0] as Member, (visitor) => visitor.get(path));
      if (answer) reads.push(answer.status);
      await wait(20);
    }
  }

  const done = Promise.all([...writers.map(write), ...servers.map((_, index) => read(index))]);
  async function stop() {
    isStopped = true;
    await done;
    const [stored] = await cluster.run([
      { sql: "select content from messages where content like ?", params: [`${name} %`] },
    ]);
    const contents = (stored?.rows ?? []).map(([content]) => String(content));
    return {
      lost: accepted.filter((content) => !contents.includes(content)),
      twice: contents.length - new Set(contents).size,
    };
  }
  return { accepted, refusals, reads, writeMs, requestMs, stop };
}
