import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { clientFrames, socketLimits } from "#app/developers/protocol.server.ts";
import { markMessagesOpened } from "#app/messages/bell.server.ts";
import { maxFrameBytes } from "#app/messages/rules.ts";
import { readBearerToken } from "#app/platform/auth/guards.server.ts";
import { sessionCookieName } from "#app/platform/auth/session-cookies.server.ts";
import {
  findSession,
  hasScope,
  listEndedSessions,
  type Session,
} from "#app/platform/auth/sessions.server.ts";
import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { env } from "#app/platform/env.server.ts";
import { readCookie } from "#app/platform/http/cookies.server.ts";
import { createRequestContext, type RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { closeCodes } from "#app/platform/realtime/close-codes.ts";
import { closeEnded } from "#app/platform/realtime/heartbeat.server.ts";
import {
  type Client,
  closeSocket,
  encodeFrame,
  eventsRoom,
  hub,
  noticesRoom,
  sendFrame,
  userRoom,
} from "#app/platform/realtime/hub.server.ts";
import { isStoreFailure } from "#db/failures.ts";
import { acknowledge, type FrameId, handleFrame, parseFrame } from "./frames.server.ts";

/** Maximum number of bytes that a socket may send before authenticating. */
const maxUnauthenticatedBytes = 4_096;
/** Members do not count, so a crowd of strangers only keeps out other strangers. */
const maxStrangers = 1_000;
const maxStrangersPerAddress = 5;
const maxUpgradesPerTurn = 50;
const hasRateLimits = env.RATE_LIMITS !== "off";
/** Per member, across all their sockets. */
const frameLimit = new RateLimit(socketLimits.maxFramesPerSecond, 1);

// A frame over `maxFrameBytes` gets an error response. One over this payload closes the socket unread.
const server = new WebSocketServer({ noServer: true, maxPayload: 1_048_576, perMessageDeflate: false });
let isStopping = false;
let strangerCount = 0;
const strangersByAddress = new Map<string, number>();

export async function handleUpgrade(req: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
  // Never removed, because the stream may fail at any time, and an error event without a listener would end the
  // process.
  stream.on("error", () => stream.destroy());
  const [pathname, query = ""] = (req.url ?? "").split("?", 2);
  if (pathname !== "/realtime" || req.method !== "GET") return rejectUpgrade(stream, "404 Not Found");
  await takeTurn();
  if (isStopping) return rejectUpgrade(stream, "503 Service Unavailable");
  let identity: UpgradeIdentity;
  let address: string;
  try {
    const requestContext = createRequestContext(req);
    address = addressKey(requestContext.address);
    identity = await authenticateUpgrade(req, requestContext);
  } catch (error) {
    log.warn({ err: error }, "socket upgrade failed");
    return rejectUpgrade(stream, isStoreFailure(error) ? "503 Service Unavailable" : "400 Bad Request");
  }
  if (stream.destroyed || isStopping) return void stream.destroy();
  const isStranger = identity === "unknown" || "error" in identity;
  if (isStranger && strangerCount >= maxStrangers) return rejectUpgrade(stream, "503 Service Unavailable");
  const ownStrangers = strangersByAddress.get(address) ?? 0;
  if (isStranger && hasRateLimits && ownStrangers >= maxStrangersPerAddress)
    return rejectUpgrade(stream, "429 Too Many Requests");
  const stopCounting = isStranger ? countStranger(address) : () => {};
  stream.once("close", stopCounting);
  const isOnMessagesPage = new URLSearchParams(query).get("page") === "messages";
  server.handleUpgrade(req, stream, head, (socket) => {
    socket.on("error", () => socket.terminate());
    if (identity === "unknown") waitForAuthentication(socket, stream, isOnMessagesPage, stopCounting);
    else if ("session" in identity) addClient(socket, identity.session, isOnMessagesPage);
    else closeWithError(socket, identity.error, closeCodes.unauthenticated);
  });
}

let upgradesInTurn = 0;

/** Limits upgrades per turn of the event loop, so that a crowd cannot block other requests. */
async function takeTurn(): Promise<void> {
  while (upgradesInTurn >= maxUpgradesPerTurn) await new Promise((resolve) => setImmediate(resolve));
  if (upgradesInTurn++ > 0) return;
  setImmediate(() => {
    upgradesInTurn = 0;
  });
}

function rejectUpgrade(stream: Duplex, status: string): void {
  // The peer might never close its side.
  stream.once("finish", () => stream.destroy());
  const later = /^(429|503)/.test(status) ? "Retry-After: 5\r\n" : "";
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${later}Content-Length: 0\r\n\r\n`);
}

/** Counts an unauthenticated socket. Returns a function that stops counting it. */
function countStranger(address: string): () => void {
  strangerCount++;
  strangersByAddress.set(address, (strangersByAddress.get(address) ?? 0) + 1);
  let isCounted = true;
  return () => {
    if (!isCounted) return;
    isCounted = false;
    strangerCount--;
    const left = (strangersByAddress.get(address) ?? 1) - 1;
    if (left > 0) strangersByAddress.set(address, left);
    else strangersByAddress.delete(address);
  };
}

type UpgradeIdentity = { session: Session } | { error: string } | "unknown";

/** Finds the session of a bearer token, or of our own pages' cookie. */
async function authenticateUpgrade(
  req: IncomingMessage,
  requestContext: RequestContext,
): Promise<UpgradeIdentity> {
  const { authorization = "", cookie = "", origin } = req.headers;
  const request = new Request(requestContext.origin, {
    headers: { Authorization: authorization, Cookie: cookie },
  });
  const token = readBearerToken(request);
  if (token !== undefined) return toIdentity(await findSession(token, "token"));
  const secret = readCookie(request, sessionCookieName(requestContext));
  if (!secret) return "unknown";
  // Any page on the web can open a socket with our cookie, so the origin must be ours.
  if (origin !== undefined && origin !== requestContext.origin) return { error: "Authentication required" };
  return toIdentity(await findSession(secret, "browser"));
}

const toIdentity = (session: Session | null): UpgradeIdentity =>
  session ? { session } : { error: "Invalid token" };

const errorFrame = (message: string) => encodeFrame({ event: "error", data: { message } });

function closeWithError(socket: WebSocket, message: string, code: number): void {
  socket.send(errorFrame(message), { binary: false });
  closeSocket(socket, code);
}

type RawFrame = [raw: RawData, isBinary: boolean];

/** Closes a socket whose first frame is not a valid `authenticate`, is too large or arrives too late. */
function waitForAuthentication(
  socket: WebSocket,
  stream: Duplex,
  isOnMessagesPage: boolean,
  stopCounting: () => void,
): void {
  const reject = (message: string) => closeWithError(socket, message, closeCodes.unauthenticated);
  const timer = setTimeout(() => reject("Authentication required"), socketLimits.authenticationMs);
  socket.once("close", () => clearTimeout(timer));
  let received = Buffer.alloc(0);
  const checkBytes = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > maxUnauthenticatedBytes || announcesMore(received)) socket.terminate();
  };
  stream.on("data", checkBytes);
  async function authenticate(...[raw, isBinary]: RawFrame): Promise<void> {
    clearTimeout(timer);
    stream.off("data", checkBytes);
    // Frames that arrived with the first one are queued here. Later ones wait in the network.
    const earlyFrames: RawFrame[] = [];
    const queueFrame = (...frame: RawFrame) => void earlyFrames.push(frame);
    socket.on("message", queueFrame);
    socket.pause();
    const text = isBinary ? "" : String(raw);
    const login = text.length > maxUnauthenticatedBytes ? null : parseLogin(text);
    const session = login && (await findSession(login.token, "token").catch(() => null));
    socket.off("message", queueFrame);
    if (socket.readyState !== socket.OPEN) return;
    socket.resume();
    if (!session) return reject(login === null ? "Authentication required" : "Invalid token");
    stopCounting();
    addClient(socket, session, isOnMessagesPage, earlyFrames, login?.id);
  }
  socket.once("message", (...frame: RawFrame) => void authenticate(...frame));
}

/** Whether a frame's header (RFC 6455, section 5.2) declares a length above the limit for unauthenticated sockets. */
function announcesMore(bytes: Buffer): boolean {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const second = bytes.readUInt8(at + 1);
    const code = second & 127;
    if (code === 127) return true;
    if (code === 126 && at + 4 > bytes.length) return false;
    const length = code === 126 ? bytes.readUInt16BE(at + 2) : code;
    if (length > maxUnauthenticatedBytes) return true;
    at += (code === 126 ? 4 : 2) + (second & 128 ? 4 : 0) + length;
  }
  return false;
}

function parseLogin(text: string): { token: string; id: FrameId | undefined } | null {
  const frame = parseFrame(text);
  if (frame?.event !== "authenticate") return null;
  const { data } = clientFrames.authenticate.safeParse(frame.data);
  return data ? { token: data.token, id: frame.id } : null;
}

function addClient(
  socket: WebSocket,
  session: Session,
  isOnMessagesPage: boolean,
  earlyFrames: RawFrame[] = [],
  loginId?: FrameId,
): void {
  const userId = session.viewer.id;
  // Without this scope, an open messages page must not reset the bell.
  isOnMessagesPage &&= !session.isReadOnly && hasScope(session, "messages:write");
  if (hasRateLimits && hub.countSockets(userId) >= socketLimits.maxSocketsPerUser) {
    closeWithError(socket, "Too many open connections", closeCodes.rateLimited);
    return;
  }
  const client: Client = {
    socket,
    userId,
    tokenHash: session.tokenHash,
    isOnMessagesPage,
    isAlive: true,
    rooms: [],
  };
  hub.add(client);
  // Another node may have ended the session, and announced it, between our read and the registration of this socket.
  if (nodes.state)
    closeEnded([client], listEndedSessions).catch((err) =>
      log.warn({ err }, "the session of a new socket could not be checked"),
    );
  if (hasScope(session, "messages:read")) hub.join(client, userRoom(userId));
  if (hasScope(session, "users:read")) hub.join(client, noticesRoom(userId));
  if (hasScope(session, "events:read")) hub.join(client, eventsRoom);
  sendFrame(client, encodeFrame({ event: "ready", data: { userId: String(userId) } }));
  if (loginId !== undefined) acknowledge(client, loginId);
  if (isOnMessagesPage) markMessagesOpened(userId);

  let previousFrame: Promise<void> = Promise.resolve();
  const receive = (...[raw, isBinary]: RawFrame) => {
    client.isAlive = true;
    if (socket.readyState !== socket.OPEN) return;
    if (frameLimit.consume(String(userId)) > 0) {
      hub.remove(client);
      return closeWithError(socket, "Too many frames", closeCodes.rateLimited);
    }
    if (isBinary) return sendFrame(client, errorFrame("Frames are text"));
    const text = String(raw);
    if (Buffer.byteLength(text) > maxFrameBytes) return sendFrame(client, errorFrame("Frame too large"));
    previousFrame = previousFrame.then(() => handleFrame(client, session, text));
  };
  socket.on("message", receive);
  socket.on("pong", () => {
    client.isAlive = true;
  });
  socket.once("close", () => {
    hub.remove(client);
    if (isOnMessagesPage) markMessagesOpened(userId);
  });
  for (const frame of earlyFrames) receive(...frame);
}

/** Closes every socket because the server is stopping, and accepts no new ones. */
export function closeSockets(): void {
  isStopping = true;
  // The sockets' close events may arrive after the database is closed.
  for (const { userId, isOnMessagesPage } of hub.clients) if (isOnMessagesPage) markMessagesOpened(userId);
  for (const socket of server.clients) closeSocket(socket, closeCodes.goingAway);
}
