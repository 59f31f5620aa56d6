import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { type NodeMessage, type NodeMessages, Nodes, silenceMs } from "./interfaces.server.ts";

const subject = "quadrant";
const retryMs = 500;
/** A lost connection is noticed after three missing pongs, at most this late. */
const unnoticedMs = 8_000;
/** Older messages are ignored, so that they cannot be replayed. */
const maxAgeMs = 30_000;
const maxDifferenceMs = 2_000;
/** A smaller difference may be network latency. */
const minCorrectionMs = 500;
const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const kinds: Record<keyof NodeMessages, true> = {
  hello: true,
  missed: true,
  frame: true,
  closeSession: true,
  closeMember: true,
  presence: true,
  wrote: true,
  settings: true,
  count: true,
  dayKey: true,
};

type Message = [node: string, number: number, sentAt: number, kind: keyof NodeMessages, data: never];
const isMessage = (value: unknown): value is Message =>
  Array.isArray(value) &&
  typeof value[0] === "string" &&
  Number.isSafeInteger(value[1]) &&
  Number.isSafeInteger(value[2]) &&
  Object.hasOwn(kinds, value[3]) &&
  typeof value[4] === "object" &&
  value[4] !== null;

/** What is known about another node's messages. `heardAt` and `lagSince` are on this node's monotonic clock. */
interface Sender {
  number: number;
  sentAt: number;
  heardAt: number;
  /** How far its clock is behind, including the latency of its fastest message. */
  lagMs: number;
  lagSince: number;
  messages: number;
  differs: boolean;
}

/** Requires two messages, because one alone may have been delayed. */
const isFar = ({ messages, lagMs }: Sender) => messages > 1 && Math.abs(lagMs) > maxDifferenceMs;

/**
 * Sends messages through NATS, encrypted because they contain private texts and the room's key. Each contains a sequence
 * number and a time, and is handled once. A node that was disconnected reloads what it missed.
 */
export class NatsNodes extends Nodes {
  #number = 0;
  #unread = 0;
  #senders = new Map<string, Sender>();
  #awaySince = performance.now();
  #reasons = new Map<string, string>();
  #connection: NatsConnection | null = null;
  #key: Buffer;
  #urls: string;
  #isStopped = false;

  /**
   * @param urls separated by commas, each with its own user, password and protocol
   * @param secret the same on all nodes
   */
  constructor(urls: string, secret: string) {
    super();
    this.#urls = urls;
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "nodes", 32));
  }

  override get state(): "connected" | "disconnected" {
    return this.#connection ? "connected" : "disconnected";
  }

  override get clockDifferenceMs(): number {
    const since = performance.now() - silenceMs;
    const far = [...this.#senders.values()].filter((sender) => sender.heardAt > since && isFar(sender));
    return Math.max(0, ...far.map(({ lagMs }) => Math.abs(lagMs)));
  }

  override get unread(): number {
    return this.#unread;
  }

  /** The median of the nodes' clocks. While no other node is heard, the last known correction. */
  override now(): number {
    const since = this.#connection ? performance.now() - silenceMs : 0;
    const heard = [...this.#senders.values()].filter(
      ({ messages, heardAt }) => messages > 1 && heardAt > since,
    );
    const lags = [0, ...heard.map(({ lagMs }) => lagMs)].sort((one, other) => other - one);
    const lagMs = lags[Math.floor((lags.length - 1) / 2)] ?? 0;
    return Date.now() - (Math.abs(lagMs) > minCorrectionMs ? lagMs : 0);
  }

  override send(...[kind, data, to]: [...NodeMessage, to?: string | undefined]): void {
    if (!this.#connection) return;
    const target = to === undefined ? subject : `${subject}.${to}`;
    const text = JSON.stringify([this.id, ++this.#number, Date.now(), kind, data]);
    try {
      this.#connection.publish(target, this.#encrypt(text, target));
    } catch (error) {
      this.emit("failed", error);
    }
  }

  /** @throws a one-line Error if the package is not installed */
  override async start(): Promise<void> {
    const { connect } = await import("@nats-io/transport-node").catch(() => {
      throw new Error("Environment: NATS_URL needs the package @nats-io/transport-node");
    });
    const connects = this.#urls.split(",").map((text) => {
      const { host, username, password, protocol } = new URL(text);
      const options = {
        servers: host,
        ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
        tls: protocol === "tls:" ? {} : null,
        noEcho: true,
        // We reconnect ourselves, because every new connection must say `hello`.
        reconnect: false,
        pingInterval: 2_000,
        timeout: 2_000,
      };
      return { host, connect: () => connect(options) };
    });
    await new Promise<void>((resolve) => void this.#run(connects, resolve));
  }

  async #run(
    connects: { host: string; connect: () => Promise<NatsConnection> }[],
    onTried: () => void,
  ): Promise<void> {
    while (!this.#isStopped) {
      for (const { host, connect } of connects) {
        try {
          const connection = await connect();
          await this.#hear(connection);
          this.#reasons.delete(host);
          onTried();
          await connection.closed();
          break;
        } catch (error) {
          this.#explain(host, (error as Error).message);
        }
      }
      if (this.#connection) {
        this.#awaySince = performance.now() - unnoticedMs;
        this.#connection = null;
        if (!this.#isStopped) this.emit("disconnected");
      }
      onTried();
      await wait(retryMs);
    }
  }

  #explain(host: string, reason: string): void {
    if (!this.#isStopped && this.#reasons.get(host) !== reason)
      this.emit("unreachable", `${host}: ${reason}`);
    this.#reasons.set(host, reason);
  }

  async #hear(connection: NatsConnection): Promise<void> {
    for (const target of [subject, `${subject}.${this.id}`])
      connection.subscribe(target, { callback: (_, { data }) => this.#receive(data, target) });
    await connection.flush();
    this.#connection = connection;
    const awayMs = performance.now() - this.#awaySince;
    this.emit("connected", awayMs);
    this.send("hello", { awayMs });
  }

  override async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#connection?.drain().catch(() => {});
  }

  /** Authenticates the target, so that a message to one node cannot be replayed to another. */
  #encrypt(text: string, target: string): Buffer {
    const iv = randomBytes(ivBytes);
    const encryption = createCipheriv(cipher, this.#key, iv).setAAD(Buffer.from(target));
    const body = [encryption.update(text, "utf8"), encryption.final()];
    return Buffer.concat([iv, ...body, encryption.getAuthTag()]);
  }

  #receive(bytes: Uint8Array, target: string): void {
    let message: unknown;
    try {
      const decryption = createDecipheriv(cipher, this.#key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decryption.setAAD(Buffer.from(target));
      decryption.setAuthTag(bytes.subarray(-tagBytes));
      const body = [decryption.update(bytes.subarray(ivBytes, -tagBytes)), decryption.final()];
      message = JSON.parse(Buffer.concat(body).toString());
    } catch {
      message = null;
    }
    if (!isMessage(message)) {
      this.#unread++;
      return void this.emit("stranger");
    }
    const [node, number, sentAt, kind, data] = message;
    try {
      const delayMs = this.#note(node, number, sentAt, kind);
      if (delayMs !== null) this.emit(kind, ...([data, node, delayMs] as never));
    } catch (error) {
      this.emit("failed", error);
    }
  }

  /** Returns a message's delay, or null if it is a duplicate or too old. */
  #note(node: string, number: number, sentAt: number, kind: keyof NodeMessages): number | null {
    const now = performance.now();
    const lagMs = Date.now() - sentAt;
    const known = this.#senders.get(node);
    if (known && number <= known.number) return null;
    if (!known) this.#forgetSilent(now);
    const sender = known ?? {
      number,
      sentAt,
      heardAt: now,
      lagMs,
      lagSince: now,
      messages: 0,
      differs: false,
    };
    // Use the fastest message of the last 30 seconds: a delayed one says little about the clock.
    if (lagMs < sender.lagMs || now - sender.lagSince > maxAgeMs)
      Object.assign(sender, { lagMs, lagSince: now });
    Object.assign(sender, { number, sentAt, heardAt: now, messages: sender.messages + 1 });
    this.#senders.set(node, sender);
    const differs = isFar(sender);
    if (differs && !sender.differs) this.emit("clocksDiffer", Math.abs(sender.lagMs));
    sender.differs = differs;
    // A replayed `wrote` is harmless: it only renders copies again.
    return lagMs <= maxAgeMs || kind === "wrote" ? lagMs - sender.lagMs : null;
  }

  /** Remembers a node's last number until its message is too old to be replayed. */
  #forgetSilent(now: number): void {
    for (const [node, { heardAt, sentAt }] of this.#senders) {
      if (now - heardAt > silenceMs && Date.now() - sentAt > maxAgeMs) this.#senders.delete(node);
    }
  }
}
