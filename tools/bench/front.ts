import { get } from "node:http";
import { join, password } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import type { Bench, Report } from "./report.ts";

/** The size of a guest's first page, whether response times of `/forgot-password` reveal accounts, and log-ins in a crowd. */
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
    const [one, other] = [median(times.known), median(times.unknown)];
    report(
      `front  forgotten password, known address ${one.toFixed(1)} ms, ${(one / other).toFixed(3)} of an unknown one (${other.toFixed(1)} ms)`,
    );
  } finally {
    await server.stop();
  }
  await reportCrowdedLogin(report);
};

/** A log-in alone, and while eleven accounts log in from one other address, nine at a time. */
async function reportCrowdedLogin(report: Report): Promise<void> {
  const origin = "http://quadrant.example";
  const server = await startServer({ TRUST_PROXY: "1", APP_URL: origin, LOG_LEVEL: "silent" });
  const measureLogin = async (email: string, address: string) => {
    const started = performance.now();
    await new Visitor(server.url).post(
      "/login",
      { email, password },
      { Origin: origin, "X-Forwarded-For": address },
    );
    return performance.now() - started;
  };
  try {
    for (let n = 0; n < 11; n++) await join(server, "asha", `crowd${n}@college.example`);
    for (let n = 0; n < 40; n++) await join(server, "rohan", `other${n}@college.example`);
    const times: number[] = [];
    const measureOthers = async (first: number) => {
      for (let n = first; n < first + 20; n++)
        times.push(await measureLogin(`other${n}@college.example`, `192.0.2.${n}`));
    };
    await measureOthers(0);
    let hasEnded = false;
    const crowd = Array.from({ length: 9 }, async (_, first) => {
      for (let n = first; !hasEnded; n++)
        await measureLogin(`crowd${n % 11}@college.example`, "198.51.100.1");
    });
    await measureOthers(20);
    hasEnded = true;
    await Promise.all(crowd);
    const [alone, crowded] = [median(times.slice(0, 20)), median(times.slice(20))];
    report(
      `front  a log-in while eleven accounts of another address log in ${crowded.toFixed(1)} ms, ${(crowded / alone).toFixed(2)} of its time alone`,
    );
  } finally {
    await server.stop();
  }
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;

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
