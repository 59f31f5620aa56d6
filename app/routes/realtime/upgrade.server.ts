import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { findSession, readBearerToken, type Session, sessionCookieName } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { readCookie } from "../../http/cookies.server.ts";
import { createRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { closeCodes } from "../../realtime/close-codes.ts";
import { closeSocket, encodeFrame, hub, type Peer, sendFrame } from "../../realtime/hub.server.ts";
import { maxFrameBytes } from "../../schemas/message-rules.ts";
import { handleFrame } from "./frames.server.ts";
import { pageClosed, pageOpened, startHeartbeat } from "./heartbeat.server.ts";

/** How long a socket may stay without saying who it is, in milliseconds. */
const authTimeoutMs = 10_000;
const framesPerSecond = 20;
const socketsPerUser = 10;
/** Sockets that have not said who they are, all together. */
const maxUnauthenticated = 1_000;
const limited = env.RATE_LIMITS !== "off";

// A frame over `largestFrame` is answered by an error; what is over the limit of every body here is not read at all.
const server = new WebSocketServer({ noServer: true, maxPayload: 1_048_576, perMessageDeflate: false });
let stopping = false;
let unauthenticatedCount = 0;

/** Turns a request to `/realtime` into a socket. Who asks is known before, or says so in the first frame. */
export async function handleUpgrade(req: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
  const cut = () => void stream.destroy();
  stream.on("error", cut);
  const [pathname, query = ""] = (req.url ?? "").split("?", 2);
  if (pathname !== "/realtime" || req.method !== "GET") return rejectUpgrade(stream, "404 Not Found");
  if (stopping || unauthenticatedCount >= maxUnauthenticated)
    return rejectUpgrade(stream, "503 Service Unavailable");
  let found: Awaited<ReturnType<typeof authenticateUpgrade>>;
  try {
    found = await authenticateUpgrade(req);
  } catch (error) {
    log.warn({ err: error }, "a socket's request could not be read");
    return rejectUpgrade(stream, "400 Bad Request");
  }
  if (stream.destroyed || stopping) return cut();
  stream.off("error", cut);
  const showsMessages = new URLSearchParams(query).get("page") === "messages";
  server.handleUpgrade(req, stream, head, (socket) => acceptSocket(socket, found, showsMessages));
}

function rejectUpgrade(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Who asks for a socket: a session, a sentence to refuse with, or nobody that is known yet. */
type UpgradeIdentity = { session: Session } | { refused: string } | "unknown";

/** Looks for the session behind a bearer token or the cookie of our own pages. */
async function authenticateUpgrade(req: IncomingMessage): Promise<UpgradeIdentity> {
  const requestContext = createRequestContext(req);
  const { authorization = "", cookie = "", origin } = req.headers;
  const request = new Request(requestContext.origin, {
    headers: { Authorization: authorization, Cookie: cookie },
  });
  const token = readBearerToken(request);
  if (token !== undefined) return toIdentity(await findSession(token, "token"));
  const secret = readCookie(request, sessionCookieName(requestContext));
  if (!secret) return "unknown";
  // Any page on the web can open a socket with our cookie: only our own are listened to.
  if (origin !== undefined && origin !== requestContext.origin) return { refused: "Authentication required" };
  return toIdentity(await findSession(secret, "browser"));
}

const toIdentity = (session: Session | null): UpgradeIdentity =>
  session ? { session } : { refused: "Invalid token" };

const errorFrame = (message: string) => encodeFrame({ event: "error", data: { message } });

/** Says why, and closes. */
function closeWithError(socket: WebSocket, message: string, code: number): void {
  socket.send(errorFrame(message), { binary: false });
  closeSocket(socket, code);
}

function acceptSocket(socket: WebSocket, asked: UpgradeIdentity, showsMessages: boolean): void {
  socket.on("error", () => socket.terminate());
  if (asked !== "unknown") {
    if ("session" in asked) attachPeer(socket, asked.session, showsMessages);
    else closeWithError(socket, asked.refused, closeCodes.notLoggedIn);
    return;
  }

  unauthenticatedCount++;
  const timer = setTimeout(
    () => closeWithError(socket, "Authentication required", closeCodes.notLoggedIn),
    authTimeoutMs,
  );
  let waits = true;
  const settle = () => {
    clearTimeout(timer);
    if (waits) unauthenticatedCount--;
    waits = false;
  };
  socket.once("close", settle);
  socket.once("message", async (raw, isBinary) => {
    // What came with it waits for the answer here, what comes after it in the network.
    const early: RawFrame[] = [];
    const keep = (...heard: RawFrame) => void early.push(heard);
    socket.on("message", keep);
    socket.pause();
    const token = isBinary ? null : parseAuthToken(raw);
    const session = token === null ? null : await findSession(token, "token").catch(() => null);
    settle();
    socket.off("message", keep);
    if (socket.readyState !== socket.OPEN) return;
    socket.resume();
    if (session) attachPeer(socket, session, showsMessages, early);
    else {
      const message = token === null ? "Authentication required" : "Invalid token";
      closeWithError(socket, message, closeCodes.notLoggedIn);
    }
  });
}

type RawFrame = [raw: RawData, isBinary: boolean];

/** The token of an `authenticate` frame, or null when it is none. */
function parseAuthToken(raw: RawData): string | null {
  try {
    const frame = JSON.parse(String(raw)) as { event?: unknown; data?: { token?: unknown } };
    const token = frame.event === "authenticate" ? frame.data?.token : null;
    return typeof token === "string" && token.length < 500 ? token : null;
  } catch {
    return null;
  }
}

/** A member's socket from here on: frames in order, one after the other, and not too many of them. */
function attachPeer(
  socket: WebSocket,
  session: Session,
  showsMessages: boolean,
  early: RawFrame[] = [],
): void {
  const { id, name } = session.viewer;
  if (limited && hub.socketCount(id) >= socketsPerUser) {
    closeWithError(socket, "Too many open connections", closeCodes.tooMuch);
    return;
  }
  const peer: Peer = {
    socket,
    userId: id,
    name,
    tokenHash: session.tokenHash,
    showsMessages,
    alive: true,
    rooms: [],
  };
  hub.add(peer);
  if (showsMessages) pageOpened(id);

  let since = 0;
  let count = 0;
  let last: Promise<void> = Promise.resolve();
  const hear = (...[raw, isBinary]: RawFrame) => {
    peer.alive = true;
    const now = performance.now();
    if (now - since >= 1_000) {
      since = now;
      count = 0;
    }
    if (++count > framesPerSecond && limited) {
      hub.remove(peer);
      return closeWithError(socket, "Too many frames", closeCodes.tooMuch);
    }
    if (socket.readyState !== socket.OPEN) return;
    const size = (raw as Buffer).length;
    if (isBinary || size > maxFrameBytes) {
      return sendFrame(peer, errorFrame(isBinary ? "Frames are text" : "Frame too large"));
    }
    const text = String(raw);
    last = last.then(() => handleFrame(peer, session, text));
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
  for (const socket of server.clients) closeSocket(socket, closeCodes.goingAway);
}

const stopWatching = startHeartbeat();
