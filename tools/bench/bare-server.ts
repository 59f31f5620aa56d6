/** The reference for the table of goals: a separate process with a `node:http` server that says hello. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

if (process.send) {
  const server = createServer((_, res) => res.end("hello"));
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}
