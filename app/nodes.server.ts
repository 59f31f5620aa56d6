import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";

interface NodeMessages {
  /** It hears the others from now on. `isBack`: for a while it could tell them nothing. */
  hello: { isBack: boolean };
  /** A frame for the sockets in a room. With a `paceKey` others of that key may replace it: `Hub.sendPaced`. */
  frame: { room: string; text: string; paceKey?: number };
  closeSession: { tokenHash: string };
  closeMember: { userId: number; exceptTokenHash?: string };
  /** `isComplete`: members who are not listed have no socket on that node. */
  presence: { members: Presence[]; isComplete: boolean };
  wrote: { memberId?: number };
  count: { limit: string; key: string; amount: number };
  dayKey: { day: string; key: string; madeAt: number };
}
export type Presence = [userId: number, sockets: number, isOnMessagesPage: boolean];
type NodeEvents = { [K in keyof NodeMessages]: [data: NodeMessages[K], node: string] } & {
  connected: [];
  disconnected: [];
  /** Somebody tells something with another secret. */
  stranger: [];
  failed: [error: unknown];
};

const subject = "quadrant";
/** The other nodes' sockets load again when they have missed one of these. */
const forSockets = /frame|close/i;
const retryMs = 500;
const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Through NATS, encrypted: they carry private texts and the room's key. A node that is away loads what it missed. */
export class Nodes extends EventEmitter<NodeEvents> {
  readonly id = randomUUID();
  #connection: NatsConnection | null = null;
  #key = Buffer.alloc(32);
  #hasDropped = false;
  #isStopped = false;
  #isExpected = false;

  get state(): "connected" | "disconnected" | null {
    if (!this.#isExpected) return null;
    return this.#connection ? "connected" : "disconnected";
  }

  tell<K extends keyof NodeMessages>(kind: K, data: NodeMessages[K]): void {
    if (!this.#isExpected) return;
    try {
      if (!this.#connection) throw new Error("NATS is away");
      this.#connection.publish(subject, this.#encrypt(JSON.stringify([this.id, kind, data])));
    } catch {
      this.#hasDropped ||= forSockets.test(kind);
    }
  }

  /** In the background, again and again. @param secret the same on all nodes @throws an Error of one line without the package */
  async start(urls: string, secret: string): Promise<void> {
    this.#isExpected = true;
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "nodes", 32));
    const { connect } = await import("@nats-io/transport-node").catch(() => {
      throw new Error("Environment: NATS_URL needs the package @nats-io/transport-node");
    });
    const servers = urls.split(",").map((url) => new URL(url));
    const { username = "", password = "", protocol } = servers[0] ?? {};
    const options = {
      servers: servers.map(({ host }) => host),
      ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      tls: protocol === "tls:" ? {} : null,
      noEcho: true,
      // Each connection is a new one, after which the others answer `hello`.
      reconnect: false,
      pingInterval: 2_000,
      timeout: 2_000,
    };
    void this.#run(() => connect(options));
  }

  async #run(connect: () => Promise<NatsConnection>): Promise<void> {
    while (!this.#isStopped) {
      try {
        const connection = await connect();
        connection.subscribe(subject, { callback: (_, { data }) => this.#receive(data) });
        await connection.flush();
        this.#connection = connection;
        this.emit("connected");
        this.tell("hello", { isBack: this.#hasDropped });
        this.#hasDropped = false;
        await connection.closed();
      } catch {
        // It is tried again.
      }
      if (this.#connection && !this.#isStopped) this.emit("disconnected");
      this.#connection = null;
      await wait(retryMs);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#connection?.drain().catch(() => {});
  }

  #encrypt(text: string): Buffer {
    const iv = randomBytes(ivBytes);
    const encryption = createCipheriv(cipher, this.#key, iv);
    const body = [encryption.update(text, "utf8"), encryption.final()];
    return Buffer.concat([iv, ...body, encryption.getAuthTag()]);
  }

  #receive(bytes: Uint8Array): void {
    let message: [node: string, kind: keyof NodeMessages, data: never];
    try {
      const decryption = createDecipheriv(cipher, this.#key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decryption.setAuthTag(bytes.subarray(-tagBytes));
      const body = [decryption.update(bytes.subarray(ivBytes, -tagBytes)), decryption.final()];
      message = JSON.parse(Buffer.concat(body).toString());
    } catch {
      return void this.emit("stranger");
    }
    const [node, kind, data] = message;
    try {
      this.emit(kind, ...([data, node] as never));
    } catch (error) {
      this.emit("failed", error);
    }
  }
}

const globals = globalThis as { quadrantNodes?: Nodes };
globals.quadrantNodes ??= new Nodes();

export const nodes: Nodes = globals.quadrantNodes;
