import { join, type Member } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import type { Bench } from "./report.ts";

const rounds = 150;
const warmUps = 20;

/** What a notice costs the write that causes it: requests to connect, to members who want notices and who don't. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const asker = await join(server, "asha");
  const [told, untold] = [await joinMany("told"), await joinMany("untold")];
  const never = server
    .database()
    .prepare("insert into notice_settings (user_id, kind, choice) values (?, 'connection-asked', 'never')");
  for (const { id } of untold) never.run(Number(id));
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    for (const [index, group] of [untold, told].entries()) {
      const started = performance.now();
      const { status } = await asker.call("PUT", `/api/users/${group[n]?.id}/connection`);
      if (status !== 200) throw new Error(`${status}`);
      if (n >= warmUps) times[index]?.push(performance.now() - started);
    }
  }
  const [without = 0, withNotice = 0] = times.map(
    (each) => each.sort((a, b) => a - b)[each.length >> 1] ?? 0,
  );
  report(
    `a request to connect with a notice costs ${(withNotice / without).toFixed(2)} times one without (goal 1.3)`,
  );
  await server.stop();

  async function joinMany(name: string): Promise<Member[]> {
    const members: Member[] = [];
    for (let n = 0; n < rounds; n++) members.push(await join(server, "rohan", `${name}${n}@college.example`));
    return members;
  }
};
