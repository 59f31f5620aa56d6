import WebSocket from "ws";

export interface Frame {
  event: string;
  data: Record<string, unknown>;
}

/** A client of `/realtime` that queues received frames until a test takes them. */
export class Socket {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  #listeners = new Set<() => void>();

  constructor(url: string, headers: Record<string, string> = {}, query = "") {
    this.socket = new WebSocket(`${url.replace(/^http/, "ws")}/realtime${query}`, { headers });
    this.socket.on("message", (raw) => {
      const frame: Frame = JSON.parse(String(raw));
      this.frames.push(frame);
      for (const listener of [...this.#listeners]) listener();
    });
    this.socket.on("error", () => {});
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
  }

  /** Opens a socket with a member's token. @returns it once it is ready */
  static async of(member: { url: string; token: string }, query = ""): Promise<Socket> {
    const socket = new Socket(member.url, { Authorization: `Bearer ${member.token}` }, query);
    await socket.next("ready");
    return socket;
  }

  opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.OPEN) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.socket.once("open", () => resolve());
      this.socket.once("error", reject);
    });
  }

  send(event: string, data: unknown): void {
    this.socket.send(JSON.stringify({ event, data }));
  }

  /** Takes the first frame of an event, or waits for it. */
  async next(event: string, timeoutMs = 120_000): Promise<Record<string, unknown>> {
    const take = () => {
      const index = this.frames.findIndex((frame) => frame.event === event);
      return index < 0 ? undefined : this.frames.splice(index, 1)[0]?.data;
    };
    const end = Date.now() + timeoutMs;
    for (let data = take(); ; data = take()) {
      if (data) return data;
      const leftMs = end - Date.now();
      if (leftMs <= 0) throw new Error(`no ${event} frame: ${JSON.stringify(this.frames)}`);
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#listeners.delete(done);
          resolve();
        };
        const timer = setTimeout(done, leftMs);
        this.#listeners.add(done);
      });
    }
  }

  /** Waits until the server has handled every frame sent so far, which it does in order. */
  async settled(): Promise<void> {
    this.send("nothing", {});
    await this.next("error");
  }

  /** @returns the frames of an event received so far */
  received(event: string): Record<string, unknown>[] {
    return this.frames.filter((frame) => frame.event === event).map(({ data }) => data);
  }

  close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }
}

/** Opens a socket that sends nothing. @returns it, or the status of the refusal */
export const tryToOpen = (url: string, headers: Record<string, string>) =>
  new Promise<WebSocket | number>((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/realtime`, { headers });
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("error", () => {});
  });
export const isOpen = (result: WebSocket | number): result is WebSocket => typeof result === "object";
