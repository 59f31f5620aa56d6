import { databaseUrl } from "#db/database-url.ts";
import { type Leases, ownLeases } from "./interfaces.server.ts";

export const leases: Leases = databaseUrl
  ? (await import("./shared-leases.server.ts")).sharedLeases
  : ownLeases;
