import { env } from "../env.server.ts";
import { Nodes } from "./interfaces.server.ts";

const globals = globalThis as { quadrantNodes?: Nodes };
globals.quadrantNodes ??= env.NATS_URL
  ? new (await import("./nats.server.ts")).NatsNodes(env.NATS_URL, env.SESSION_SECRET)
  : new Nodes();

export const nodes: Nodes = globals.quadrantNodes;
