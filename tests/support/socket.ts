import WebSocket from "ws";

export interface Frame {
  event: string;
  data: Record<string, unknown>;
}

/** A program at the other end of `/realtime`. What it hears waits until it is asked for. */
export class Socket {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  /** The code it was closed with. */
  readonly closed: Promise<number>;
  #hearers = new Set<() => void>();

  constructor(url: string, headers: Record<string, string> = {}, query = "") {
    this.socket = new WebSocket(`${url.replace(/^http/, "ws")}/realtime${query}`, { headers });
    this.socket.on("message", (raw) => {
      this.frames.push(JSON.parse(String(raw)) as Frame);
      for (const hear of [...this.#hearers]) hear();
    });
    this.socket.on("error", () => {});
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
  }

  /** Opens with a token and joins the room of its member. */
  static async of(member: { url: string; token: string; id: string }, query = ""): Promise<Socket> {
    const socket = new Socket(member.url, { Authorization: `Bearer ${member.token}` }, query);
    await socket.opened();
    socket.send("join", { userId: member.id });
    await socket.settled();
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

  /** Takes the first frame of an event, waiting for it if it has to. */
  async next(event: string, within = 3_000): Promise<Record<string, unknown>> {
    const take = () => {
      const index = this.frames.findIndex((frame) => frame.event === event);
      return index < 0 ? undefined : this.frames.splice(index, 1)[0]?.data;
    };
    const until = Date.now() + within;
    for (let data = take(); ; data = take()) {
      if (data) return data;
      const left = until - Date.now();
      if (left <= 0) throw new Error(`no ${event} came: ${JSON.stringify(this.frames)}`);
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#hearers.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#hearers.add(done);
      });
    }
  }

  /** Waits until the server has answered everything sent so far: frames are handled in order. */
  async settled(): Promise<void> {
    this.send("nothing", {});
    await this.next("error");
  }

  /** What of an event has come so far. */
  heard(event: string): Record<string, unknown>[] {
    return this.frames.filter((frame) => frame.event === event).map(({ data }) => data);
  }

  close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }
}
