import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a port of this machine that can delay bytes. */
export interface Detour {
  port: number;
  /** Delay of each chunk of a request, and of an answer. */
  requestMs: number;
  answerMs: number;
  /** Number of delayed chunks. */
  heldBack: number;
  /** The chunks sent to the port. */
  requests: string[];
  /** Drops the answer to the next request with this text, and closes its connection. */
  loses: string | null;
  stop(): void;
}

export async function startDetour(port: number): Promise<Detour> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket, delayMs: () => number) => {
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => setTimeout(() => to.destroy(), delayMs()));
    from.on("data", (piece) => {
      if (delayMs() === 0) return void to.write(piece);
      detour.heldBack++;
      setTimeout(() => to.write(piece), delayMs());
    });
  };
  const server = createServer((visitor) => {
    const target = connect(port, "127.0.0.1");
    visitor.on("data", (piece) => {
      detour.requests.push(String(piece));
      if (detour.loses === null || !String(piece).includes(detour.loses)) return;
      detour.loses = null;
      target.removeAllListeners("data").once("data", () => visitor.destroy());
    });
    pass(visitor, target, () => detour.requestMs);
    pass(target, visitor, () => detour.answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const detour: Detour = {
    port: (server.address() as AddressInfo).port,
    requestMs: 0,
    answerMs: 0,
    heldBack: 0,
    requests: [],
    loses: null,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return detour;
}
