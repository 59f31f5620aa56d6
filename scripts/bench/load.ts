import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";

const connections = 8;

/** Measures requests per second over `seconds`, after a second of warming up. @throws on any response but 2xx */
export async function requestsPerSecond(
  url: string,
  { headers = {}, seconds = 4 }: { headers?: Record<string, string>; seconds?: number } = {},
): Promise<number> {
  await autocannon({ url, headers, connections, duration: 1 });
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers without success, ${result.errors} errors`);
  }
  return result.requests.average;
}

/** Starts a bare `node:http` server in this process, to compare with. */
export async function bareServer(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, res) => res.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  };
}

/** Formats a figure with its ratio to a bare server. */
export function asRatio(figure: number, base: number): string {
  return `${figure.toFixed(0)} requests/s, ratio ${(figure / base).toFixed(3)} to bare node:http`;
}

/** Returns how many times slower the second address is than the first: the median of alternating runs. */
export async function pairedRatio(first: string, second: string, pairs = 3): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const one = await requestsPerSecond(first, { seconds: 2 });
    ratios.push(one / (await requestsPerSecond(second, { seconds: 2 })));
  }
  return ratios.sort((a, b) => a - b)[Math.floor(pairs / 2)] ?? Number.NaN;
}
