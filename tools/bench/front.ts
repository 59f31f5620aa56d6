import { get } from "node:http";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import type { Bench } from "./report.ts";

/** The size of a guest's first page, and whether the time of a forgotten password betrays an account. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  try {
    const [page, script] = [
      await measureBodyBytes(server.url),
      await measureBodyBytes(`${server.url}/guest.js`),
    ];
    report(`front  landing page ${page} bytes of HTML and ${script} bytes of script on the wire`);

    const known = await Promise.all(
      [0, 1, 2, 3].map((n) => join(server, "asha", `bench${n}@college.example`)),
    );
    const times = { known: [] as number[], unknown: [] as number[] };
    const visitor = new Visitor(server.url);
    for (let round = 0; round < 40; round++) {
      for (const which of ["known", "unknown"] as const) {
        const email =
          which === "known" ? (known[round % 4]?.email ?? "") : `nobody${round % 4}@college.example`;
        const started = performance.now();
        await visitor.post("/forgot-password", { email });
        times[which].push(performance.now() - started);
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;
    const [one, other] = [median(times.known), median(times.unknown)];
    report(
      `front  forgotten password, known address ${one.toFixed(1)} ms, ${(one / other).toFixed(3)} of an unknown one (${other.toFixed(1)} ms)`,
    );
  } finally {
    await server.stop();
  }
};

/** Measures a response's compressed body, in bytes. */
function measureBodyBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "br" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
