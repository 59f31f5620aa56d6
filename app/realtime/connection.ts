import { closeCodes } from "./close-codes.ts";
import type { ClientData, ClientEvent, ServerData, ServerFrame } from "./protocol.ts";

/** `waiting` for the next try, `lost` after the last one, `ended` when the server does not know the session any more. */
export type ConnectionState = "connecting" | "open" | "waiting" | "lost" | "ended";

// Specification, section 9.
const maxAttempts = 5;
const retryDelayMs = 1_000;
const connectTimeoutMs = 10_000;
const maxSeenIds = 100;
const duplicateWindowMs = 1_000;
/** The errors on which it closes itself: specification, section 4. */
const fatalErrors = ["Authentication required", "Invalid token"];
/** A connection that lasted this long was a good one: its end begins the tries anew. */
const stableAfterMs = 2_000;

/** The browser's end of the socket: opens, joins the member's room, and tries again when it is cut. */
export class Connection {
  readonly userId: string;
  readonly #page: string;
  state: ConnectionState = "waiting";
  #socket: WebSocket | null = null;
  #left = maxAttempts;
  #openedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frames = new Set<(frame: ServerFrame) => void>();
  #states = new Set<(state: ConnectionState) => void>();
  #ids: string[] = [];
  #recent: { text: string; at: number }[] = [];

  /** @param page what the member has before them: the bell does not count while it is "messages" */
  constructor(userId: string, page: string) {
    this.userId = userId;
    this.#page = page;
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#forget();
    const query = this.#page ? `?page=${this.#page}` : "";
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/realtime${query}`);
    this.#socket = socket;
    this.#set("connecting");
    this.#timer = setTimeout(() => this.drop(), connectTimeoutMs);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#openedAt = Date.now();
      this.send("join", { userId: this.userId });
      this.#set("open");
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** Ends it for good. */
  close(): void {
    clearTimeout(this.#timer);
    this.#forget();
    this.#frames.clear();
    this.#states.clear();
  }

  /** Gives up a socket that does not answer, without waiting for its goodbye, and tries again. */
  drop(): void {
    this.#forget();
    this.#closed(0);
  }

  /** Tries again after the tries were used up. */
  retry(): void {
    if (this.state !== "lost" && this.state !== "waiting") return;
    this.#left = maxAttempts;
    this.open();
  }

  /** Sends a frame. Answers whether there was an open socket to send it by. */
  send<Event extends ClientEvent>(event: Event, data: ClientData<Event>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ event, data }));
    return true;
  }

  /** Hears every frame until the answered function is called. */
  onFrame(hear: (frame: ServerFrame) => void): () => void {
    this.#frames.add(hear);
    return () => this.#frames.delete(hear);
  }

  onState(hear: (state: ConnectionState) => void): () => void {
    this.#states.add(hear);
    return () => this.#states.delete(hear);
  }

  #forget(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #closed(code: number): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    const isEnded = code === closeCodes.notLoggedIn;
    if (this.#openedAt && Date.now() - this.#openedAt > stableAfterMs) this.#left = maxAttempts;
    this.#openedAt = 0;
    if (isEnded || code === closeCodes.tooMuch || this.#left === 0) {
      this.#set(isEnded ? "ended" : "lost");
      return;
    }
    this.#left--;
    this.#set("waiting");
    this.#timer = setTimeout(() => this.open(), retryDelayMs);
  }

  #set(state: ConnectionState): void {
    this.state = state;
    for (const hear of [...this.#states]) hear(state);
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.event === "error" && fatalErrors.includes(frame.data.message)) {
      this.#forget();
      this.#closed(closeCodes.notLoggedIn);
      return;
    }
    if (frame.event === "receive_message" && this.#isRepeated(frame.data)) return;
    for (const hear of [...this.#frames]) hear(frame);
  }

  /** The same message again: by its id, or by the same text between the same two within a second. */
  #isRepeated({ id, senderId, receiverId, content }: ServerData<"receive_message">): boolean {
    const now = Date.now();
    const text = JSON.stringify([senderId, receiverId, content]);
    this.#recent = this.#recent.filter(({ at }) => now - at < duplicateWindowMs);
    if (this.#ids.includes(id) || this.#recent.some((recent) => recent.text === text)) return true;
    this.#ids = [...this.#ids.slice(1 - maxSeenIds), id];
    this.#recent.push({ text, at: now });
    return false;
  }
}
