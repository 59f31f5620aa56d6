/** The limit that the table of goals compares with: a process of its own whose `node:http` server says hello. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

if (process.send) {
  const server = createServer((_, res) => res.end("hello"));
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}
