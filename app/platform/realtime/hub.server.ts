import { nodes } from "../cluster/nodes.server.ts";
import { env } from "../env.server.ts";
import { Hub } from "./local-hub.server.ts";

export {
  type Client,
  closeSocket,
  encodeFrame,
  eventsRoom,
  noticesRoom,
  sendFrame,
  userRoom,
} from "./local-hub.server.ts";

const globals = globalThis as { quadrantHub?: Hub };
globals.quadrantHub ??= env.NATS_URL
  ? new (await import("./cluster-hub.server.ts")).ClusterHub(nodes)
  : new Hub();

export const hub: Hub = globals.quadrantHub;
