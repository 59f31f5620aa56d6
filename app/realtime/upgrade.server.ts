import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { env } from "../http/env.server.ts";
import { log } from "../http/log.server.ts";
import { bearerToken, findSession, readCookie, type Session, sessionCookie } from "../http/session.server.ts";
import { describeVisit } from "../http/visit.server.ts";
import { largestFrame } from "../schemas/message-rules.ts";
import { closeCodes } from "./codes.ts";
import { receive } from "./frames.server.ts";
import { close, encode, hub, type Peer, send } from "./hub.server.ts";
import { pageClosed, pageOpened, watchPeers } from "./watch.server.ts";

/** How long a socket may stay without saying who it is, in milliseconds. */
const patience = 10_000;
const framesPerSecond = 20;
const socketsPerUser = 10;
/** Sockets that have not said who they are, all together. */
const mostUnknown = 1_000;
const limited = env.RATE_LIMITS !== "off";

// A frame over `largestFrame` is answered by an error; what is over the limit of every body here is not read at all.
const server = new WebSocketServer({ noServer: true, maxPayload: 1_048_576, perMessageDeflate: false });
let stopping = false;
let unknown = 0;

/** Turns a request to `/realtime` into a socket. Who asks is known before, or says so in the first frame. */
export async function handleUpgrade(req: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
  const cut = () => void stream.destroy();
  stream.on("error", cut);
  const [pathname, query = ""] = (req.url ?? "").split("?", 2);
  if (pathname !== "/realtime" || req.method !== "GET") return refuse(stream, "404 Not Found");
  if (stopping || unknown >= mostUnknown) return refuse(stream, "503 Service Unavailable");
  let found: Awaited<ReturnType<typeof whoAsks>>;
  try {
    found = await whoAsks(req);
  } catch (error) {
    log.warn({ err: error }, "a socket's request could not be read");
    return refuse(stream, "400 Bad Request");
  }
  if (stream.destroyed || stopping) return cut();
  stream.off("error", cut);
  const showsMessages = new URLSearchParams(query).get("page") === "messages";
  server.handleUpgrade(req, stream, head, (socket) => admit(socket, found, showsMessages));
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Who asks for a socket: a session, a sentence to refuse with, or nobody that is known yet. */
type Asked = { session: Session } | { refused: string } | "unknown";

/** Looks for the session behind a bearer token or the cookie of our own pages. */
async function whoAsks(req: IncomingMessage): Promise<Asked> {
  const visit = describeVisit(req);
  const { authorization = "", cookie = "", origin } = req.headers;
  const request = new Request(visit.origin, { headers: { Authorization: authorization, Cookie: cookie } });
  const token = bearerToken(request);
  if (token !== undefined) return known(await findSession(token, "token"));
  const secret = readCookie(request, sessionCookie(visit));
  if (!secret) return "unknown";
  // Any page on the web can open a socket with our cookie: only our own are listened to.
  if (origin !== undefined && origin !== visit.origin) return { refused: "Authentication required" };
  return known(await findSession(secret, "browser"));
}

const known = (session: Session | null): Asked => (session ? { session } : { refused: "Invalid token" });

const errorFrame = (message: string) => encode({ event: "error", data: { message } });

/** Says why, and closes. */
function dismiss(socket: WebSocket, message: string, code: number): void {
  socket.send(errorFrame(message), { binary: false });
  close(socket, code);
}

function admit(socket: WebSocket, asked: Asked, showsMessages: boolean): void {
  socket.on("error", () => socket.terminate());
  if (asked !== "unknown") {
    if ("session" in asked) begin(socket, asked.session, showsMessages);
    else dismiss(socket, asked.refused, closeCodes.notLoggedIn);
    return;
  }

  unknown++;
  const timer = setTimeout(
    () => dismiss(socket, "Authentication required", closeCodes.notLoggedIn),
    patience,
  );
  let waits = true;
  const settle = () => {
    clearTimeout(timer);
    if (waits) unknown--;
    waits = false;
  };
  socket.once("close", settle);
  socket.once("message", async (raw, isBinary) => {
    // What came with it waits for the answer here, what comes after it in the network.
    const early: Heard[] = [];
    const keep = (...heard: Heard) => void early.push(heard);
    socket.on("message", keep);
    socket.pause();
    const token = isBinary ? null : tokenOf(raw);
    const session = token === null ? null : await findSession(token, "token").catch(() => null);
    settle();
    socket.off("message", keep);
    if (socket.readyState !== socket.OPEN) return;
    socket.resume();
    if (session) begin(socket, session, showsMessages, early);
    else {
      const message = token === null ? "Authentication required" : "Invalid token";
      dismiss(socket, message, closeCodes.notLoggedIn);
    }
  });
}

type Heard = [raw: RawData, isBinary: boolean];

/** The token of an `authenticate` frame, or null when it is none. */
function tokenOf(raw: RawData): string | null {
  try {
    const frame = JSON.parse(String(raw)) as { event?: unknown; data?: { token?: unknown } };
    const token = frame.event === "authenticate" ? frame.data?.token : null;
    return typeof token === "string" && token.length < 500 ? token : null;
  } catch {
    return null;
  }
}

/** A member's socket from here on: frames in order, one after the other, and not too many of them. */
function begin(socket: WebSocket, session: Session, showsMessages: boolean, early: Heard[] = []): void {
  const { id, name } = session.viewer;
  if (limited && hub.countOf(id) >= socketsPerUser) {
    dismiss(socket, "Too many open connections", closeCodes.tooMuch);
    return;
  }
  const peer: Peer = {
    ...{ socket, userId: id, name, tokenHash: session.tokenHash, showsMessages },
    ...{ alive: true, rooms: [] },
  };
  hub.add(peer);
  if (showsMessages) pageOpened(id);

  let since = 0;
  let count = 0;
  let last: Promise<void> = Promise.resolve();
  const hear = (...[raw, isBinary]: Heard) => {
    peer.alive = true;
    const now = performance.now();
    if (now - since >= 1_000) {
      since = now;
      count = 0;
    }
    if (++count > framesPerSecond && limited) {
      hub.remove(peer);
      return dismiss(socket, "Too many frames", closeCodes.tooMuch);
    }
    if (socket.readyState !== socket.OPEN) return;
    const size = (raw as Buffer).length;
    if (isBinary || size > largestFrame) {
      return send(peer, errorFrame(isBinary ? "Frames are text" : "Frame too large"));
    }
    const text = String(raw);
    last = last.then(() => receive(peer, session, text));
  };
  socket.on("message", hear);
  socket.on("pong", () => {
    peer.alive = true;
  });
  socket.once("close", () => {
    hub.remove(peer);
    if (showsMessages) pageClosed(id);
  });
  for (const heard of early) hear(...heard);
}

/** Tells every socket that the server is going away, and lets no new one in. */
export function closeSockets(): void {
  stopping = true;
  stopWatching();
  for (const socket of server.clients) close(socket, closeCodes.goingAway);
}

const stopWatching = watchPeers();
