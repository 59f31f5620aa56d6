import { closeCodes } from "./close-codes.ts";
import type { ClientData, ClientEvent, ServerData, ServerFrame } from "./frames.ts";

/** `retrying` before the next attempt, `failed` if that is far off or there is none, `loggedOut` after the session. */
export type ConnectionState = "connecting" | "open" | "retrying" | "failed" | "loggedOut";

// Specification, section 9.
const maxAttempts = 5;
/** From this delay on the page shows a retry button. */
const longDelayMs = 8_000;
/** One to two seconds, doubled each time. Random, so that clients do not all reconnect at once. */
const retryDelayMs = (attempt: number) => 2 ** attempt * (1_000 + Math.random() * 1_000);
const connectTimeoutMs = 10_000;
const maxSeenIds = 100;
const duplicateWindowMs = 1_000;
/** Errors after which the client closes the connection: specification, section 4. */
const fatalErrors = ["Authentication required", "Invalid token"];
const stableAfterMs = 2_000;

export class Connection {
  readonly userId: string;
  readonly #page: string;
  state: ConnectionState = "retrying";
  #socket: WebSocket | null = null;
  #attemptsLeft = maxAttempts;
  #openedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frameListeners = new Set<(frame: ServerFrame) => void>();
  #stateListeners = new Set<(state: ConnectionState) => void>();
  #seenIds: string[] = [];
  #recentTexts: { text: string; receivedAt: number }[] = [];

  /** @param page the member's current page; the bell does not count while it is "messages" */
  constructor(userId: string, page: string) {
    this.userId = userId;
    this.#page = page;
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#detachSocket();
    const query = this.#page ? `?page=${this.#page}` : "";
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/realtime${query}`);
    this.#socket = socket;
    this.#setState("connecting");
    this.#timer = setTimeout(() => this.reconnect(), connectTimeoutMs);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#openedAt = performance.now();
      this.#setState("open");
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = ({ code }) => this.#handleClose(code);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#detachSocket();
    this.#frameListeners.clear();
    this.#stateListeners.clear();
  }

  /** Abandons the socket without a closing handshake, because it may be dead. */
  reconnect(): void {
    this.#detachSocket();
    this.#handleClose(0);
  }

  retry(): void {
    if (this.state === "open" || this.state === "connecting") return;
    this.#attemptsLeft = maxAttempts;
    this.open();
  }

  send<Event extends ClientEvent>(event: Event, data: ClientData<Event>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ event, data }));
    return true;
  }

  onFrame(listener: (frame: ServerFrame) => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  #detachSocket(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #handleClose(code: number): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    if (this.#openedAt && performance.now() - this.#openedAt > stableAfterMs)
      this.#attemptsLeft = maxAttempts;
    this.#openedAt = 0;
    if (code === closeCodes.unauthenticated) {
      this.#setState("loggedOut");
      return;
    }
    warnOnce(`The live connection was closed (code ${code}).`);
    if (code === closeCodes.rateLimited || this.#attemptsLeft === 0) {
      this.#setState("failed");
      return;
    }
    const delayMs = retryDelayMs(maxAttempts - this.#attemptsLeft);
    this.#attemptsLeft--;
    this.#setState(delayMs > longDelayMs ? "failed" : "retrying");
    this.#timer = setTimeout(() => this.open(), delayMs);
  }

  #setState(state: ConnectionState): void {
    this.state = state;
    for (const listener of [...this.#stateListeners]) listener(state);
  }

  #receive(text: string): void {
    const frame: ServerFrame = JSON.parse(text);
    if (frame.event === "error" && fatalErrors.includes(frame.data.message)) {
      this.#detachSocket();
      this.#handleClose(closeCodes.unauthenticated);
      return;
    }
    if (frame.event === "receive_message" && this.#isDuplicate(frame.data)) return;
    for (const listener of [...this.#frameListeners]) listener(frame);
  }

  #isDuplicate({ id, senderId, receiverId, isAnonymous, content }: ServerData<"receive_message">): boolean {
    const now = performance.now();
    const text = JSON.stringify([senderId, receiverId, isAnonymous, content]);
    this.#recentTexts = this.#recentTexts.filter(({ receivedAt }) => now - receivedAt < duplicateWindowMs);
    // A message with only files has an empty text.
    const isRepeated = content !== "" && this.#recentTexts.some((recent) => recent.text === text);
    if (this.#seenIds.includes(id) || isRepeated) return true;
    this.#seenIds = [...this.#seenIds.slice(1 - maxSeenIds), id];
    this.#recentTexts.push({ text, receivedAt: now });
    return false;
  }
}

let hasWarned = false;

function warnOnce(text: string): void {
  // biome-ignore lint/suspicious/noConsole: a developer should see why a page is not live
  if (!hasWarned) console.warn(text);
  hasWarned = true;
}
