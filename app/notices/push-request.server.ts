import { lookup } from "node:dns";
import { Agent, request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { siteOrigin } from "#app/platform/mail/link.server.ts";

const timeoutMs = 10_000;

function networks(...nets: [address: string, prefix: number][]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of nets)
    list.addSubnet(address, prefix, isIP(address) === 6 ? "ipv6" : "ipv4");
  return list;
}
/** Addresses that are not global unicast, by the IANA registries of special-purpose addresses. */
const special4 = networks(
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
);
const global6 = networks(["2000::", 3]);
const special6 = networks(["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]);
const loopback4 = networks(["127.0.0.0", 8]);

/** A site on a loopback address is a trial, and may use a local push service. */
const mayBeLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteOrigin).hostname);

function isAllowed(address: string): boolean {
  if (isIP(address) === 6)
    return (
      (global6.check(address, "ipv6") && !special6.check(address, "ipv6")) ||
      (mayBeLocal && address === "::1")
    );
  return !special4.check(address, "ipv4") || (mayBeLocal && loopback4.check(address, "ipv4"));
}

/** Checks the address at connect time because a name may resolve differently each time. */
const lookUpAllowed: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isAllowed(address));
    const [first] = addresses;
    if (!first) return callback(error ?? new Error("not a global address"), "", 4);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
const agent = new Agent({ lookup: lookUpAllowed });

const namePattern = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/;

/** Returns a push service's address, or null unless it is https with a public name or a global unicast address. */
export function parsePushUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isAllowed(host) ? url : null;
  return namePattern.test(host) && (mayBeLocal || host.includes(".")) ? url : null;
}

/** Posts and returns the status, without reading the body. @throws without a status within ten seconds */
export function post(
  url: URL,
  headers: Record<string, string | number | undefined>,
  body: Buffer,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(url, { method: "POST", headers, agent, signal: AbortSignal.timeout(timeoutMs) });
  sent.on("error", reject);
  sent.on("close", () => reject(new Error("it ended without an answer")));
  sent.on("information", ({ statusCode }) => sent.destroy(new Error(`${statusCode} is not an answer`)));
  sent.on("upgrade", (_, socket) => socket.destroy());
  sent.on("response", (response) => {
    response.on("error", () => {});
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  sent.end(body);
  return promise;
}
