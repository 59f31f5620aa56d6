/** Loaded before the server: resolves names below `inside.example` to this machine. */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const { lookup } = dns;
dns.lookup = Object.assign(
  (hostname: string, ...rest: never[]) =>
    lookup(hostname.endsWith(".inside.example") ? "localhost" : hostname, ...(rest as unknown as [never])),
  lookup,
);
syncBuiltinESMExports();
