import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { env } from "../env.server.ts";
import { readVersion } from "./version.server.ts";

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const counts = buckets.map(() => 0);
let total = 0;
let totalSeconds = 0;
/** By route and status. We choose both, so the number of keys is bounded. */
const requests = new Map<string, number>();
let mailFailures = 0;
let pushFailures = 0;
const delay = env.METRICS_TOKEN ? monitorEventLoopDelay({ resolution: 10 }) : undefined;
delay?.enable();

export function measureRequest(req: IncomingMessage, res: ServerResponse, pattern: () => string): void {
  if (!env.METRICS_TOKEN) return;
  const started = performance.now();
  res.once("close", () => {
    const seconds = (performance.now() - started) / 1_000;
    total++;
    totalSeconds += seconds;
    const bucket = buckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1;
    const key = labels({
      method: req.method === "GET" || req.method === "HEAD" ? "read" : "write",
      route: pattern(),
      status: res.headersSent ? String(res.statusCode) : "aborted",
    });
    requests.set(key, (requests.get(key) ?? 0) + 1);
  });
}

export function countMailFailure(): void {
  mailFailures++;
}

export function countPushFailure(): void {
  pushFailures++;
}

const labels = (values: Record<string, string>) =>
  `{${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`;

type Figures = Record<string, [help: string, value: number]>;

/** Writes all metrics in Prometheus' text format. The event loop's delay is measured since the last call. */
export function formatMetrics({ gauges, counters }: { gauges: Figures; counters: Figures }): string {
  let sum = 0;
  const { version, commit } = readVersion();
  const lines = [
    ...head("quadrant_build_info", "gauge", "The version that runs, as labels."),
    `quadrant_build_info${labels({ version, commit })} 1`,
    ...head("quadrant_requests_total", "counter", "Answered requests, except for built files."),
    ...[...requests].map(([key, count]) => `quadrant_requests_total${key} ${count}`),
    ...head("quadrant_request_seconds", "histogram", "Time from a request to the end of its answer."),
    ...buckets.map((bound, index) => {
      sum += counts[index] ?? 0;
      return `quadrant_request_seconds_bucket{le="${bound}"} ${sum}`;
    }),
    `quadrant_request_seconds_bucket{le="+Inf"} ${total}`,
    `quadrant_request_seconds_sum ${totalSeconds}`,
    `quadrant_request_seconds_count ${total}`,
    ...head("quadrant_mail_failures_total", "counter", "Attempts to send a mail that failed."),
    `quadrant_mail_failures_total ${mailFailures}`,
    ...head("quadrant_push_failures_total", "counter", "Pushes that their service did not accept."),
    `quadrant_push_failures_total ${pushFailures}`,
    ...formatFigures("counter", counters),
    ...formatFigures("gauge", { ...processGauges(), ...gauges }),
  ];
  return `${lines.join("\n")}\n`;
}

const formatFigures = (type: "counter" | "gauge", figures: Figures) =>
  Object.entries(figures).flatMap(([name, [help, value]]) => [...head(name, type, help), `${name} ${value}`]);

const head = (name: string, type: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function processGauges(): Figures {
  const { rss, heapUsed, external } = process.memoryUsage();
  const gauges: Figures = {
    quadrant_memory_resident_bytes: ["Memory of the process.", rss],
    quadrant_memory_heap_bytes: ["JavaScript objects.", heapUsed],
    quadrant_memory_external_bytes: ["Buffers outside the heap.", external],
    quadrant_event_loop_delay_p99_seconds: [
      "Event loop delay, 99th percentile.",
      (delay?.percentile(99) ?? 0) / 1e9,
    ],
    quadrant_event_loop_delay_max_seconds: ["Event loop delay, longest.", (delay?.max ?? 0) / 1e9],
  };
  delay?.reset();
  return gauges;
}
