// Responds when the network does not: docs/offline.md.

import {
  deviceHeader,
  filesCachePrefix,
  keepHeader,
  ownCachePrefix,
  pagesCache,
  sharedCache,
  sharedNameHeader,
  sharedTitleHeader,
  sharePath,
  visitorCache,
} from "../names.ts";
import { listPageCaches, offlinePath, type Renewal } from "../page-caches.ts";
import { addScript, fillOfflinePage, findHeader, linkTo, listLinkedFiles, markKept } from "./page-html.ts";
import {
  isForGuests,
  isFresh,
  isFromProxy,
  isKeepable,
  isMembers,
  pageOfData,
  readShared,
} from "./response-rules.ts";

declare const self: ServiceWorkerGlobalScope;
// The build defines them: scripts/device-scripts.ts.
declare const ownFiles: string[];
/** Empty in development. */
declare const buildVersion: string;

const filesName = filesCachePrefix + buildVersion;
const maxPages = 50;
const timeoutMs = 10_000;
const storageMs = 5_000;
/** Shared links without a file open the form for a question. */
const askPath = "/questions/new?shared";

const ignored = { ignoreVary: true };
/** A storage that fails or does not answer counts as a miss. */
const find = (request: RequestInfo, cacheName: string) =>
  Promise.race([
    caches.match(request, { cacheName, ...ignored }).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, storageMs)),
  ]);
const savesData = () => navigator.connection?.saveData ?? false;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // In development, cached files would hide changes.
  if (url.origin !== location.origin || !buildVersion) return;
  const { method, mode } = event.request;
  if (mode === "navigate") event.respondWith(method === "GET" ? open(event, url) : post(event));
  else if (method !== "GET") return;
  else if (/^\/(assets|drawings)\//.test(url.pathname) || ownFiles.includes(url.pathname))
    event.respondWith(readFile(event));
  else if (url.pathname.endsWith(".data")) event.respondWith(readData(event, url));
});
self.addEventListener("message", (event) => {
  event.waitUntil(event.data === "renew" ? renew(event) : keepVisited(event.data.visited));
});

async function install(): Promise<void> {
  const page = await fetch(offlinePath, { credentials: "omit", cache: "no-cache" });
  if (!page.ok) throw new Error("no page to answer with");
  const html = await page.clone().text();
  const cache = await caches.open(filesName);
  await cache.addAll([...new Set([...listLinkedFiles(html), ...ownFiles])]);
  await cache.put(offlinePath, page);
}

async function activate(): Promise<void> {
  await adoptStyles();
  for (const name of await caches.keys())
    if (name.startsWith(filesCachePrefix) && name !== filesName) await caches.delete(name);
  await self.clients.claim();
}

/** Copies files that stored pages need from the previous version's cache. */
async function adoptStyles(): Promise<void> {
  const files = await caches.open(filesName);
  for (const name of await listPageCaches())
    for (const page of await (await caches.open(name)).matchAll())
      for (const path of new Set(listLinkedFiles(await page.text()))) {
        const file = !(await files.match(path, ignored)) && (await caches.match(path, ignored));
        if (file) await files.put(path, file).catch(() => {});
      }
}

/**
 * Opens a page. Guests' lists and articles are shown from the cache and then renewed in place. Others come from the
 * network if it responds.
 */
async function open(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const address = url.pathname + url.search;
  const kept = url.pathname === offlinePath ? undefined : await readPage(address);
  if (kept && (await isShownAtOnce(kept))) return createKeptPage(kept, "stale");
  try {
    const response = await (kept ? fetchInTime(request) : fetch(request));
    if (isFromProxy(response)) throw new Error("answered by a proxy");
    event.waitUntil(keep(address, response).catch(() => {}));
    return response;
  } catch {
    const own = await readOwn(address);
    if (own) return createKeptPage(own, "away");
    return kept ? createKeptPage(kept, "away", await readHeader()) : createOfflinePage(address);
  }
}

const isShownAtOnce = async (page: Response) =>
  page.headers.get(keepHeader) === "renewed" && !savesData() && (await isVisitor("guest")) !== undefined;

/** Waits for the network only briefly, because there is a stored page to show instead. */
function fetchInTime(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs));
  return Promise.race([fetch(request), late]);
}

async function post({ request }: FetchEvent): Promise<Response> {
  await forgetGuest().catch(() => {});
  if (request.url.endsWith(sharePath))
    return takeShared(request).catch(() => Response.redirect(sharePath, 303));
  return fetch(request).catch(() => createOfflinePage());
}

/** Stores a shared file or link until its page, which may need a log-in first, offers it. */
async function takeShared(request: Request): Promise<Response> {
  const { file, title, text } = readShared(await request.formData());
  const headers = {
    [sharedNameHeader]: encodeURIComponent(file?.name ?? ""),
    [sharedTitleHeader]: encodeURIComponent(title),
  };
  const cache = await caches.open(sharedCache);
  await cache.put(sharePath, new Response(file ?? text, { headers }));
  return Response.redirect(file ? sharePath : askPath, 303);
}

async function readFile({ request }: FetchEvent): Promise<Response> {
  const kept = await find(request, filesName);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && !savesData()) write(filesName, request, response.clone()).catch(() => {});
  return response;
}

/**
 * Writes nothing after a log-out has cleared the device and unregistered this worker, which runs until its last tab is
 * closed.
 */
async function write(name: string, address: RequestInfo, response: Response): Promise<Cache | undefined> {
  if (!self.registration.active || !(await caches.has(filesName))) return undefined;
  const cache = await caches.open(name);
  await cache.delete(address, ignored);
  // On a full device the page is not stored.
  await cache.put(address, response).catch(() => {});
  return cache;
}

async function readData(event: FetchEvent, url: URL): Promise<Response> {
  const response = await fetch(event.request);
  event.waitUntil(keep(pageOfData(url), response).catch(() => {}));
  return response;
}

/** Stores an opened page as guests see it, without members' data, unless the member chose to store their own pages. */
async function keep(address: string, response: Response): Promise<void> {
  const isGuests = isForGuests(response);
  // Clone before the first await, because the page reads the response itself.
  const isWanted = isKeepable(response) && !savesData();
  const type = response.headers.get("Content-Type") ?? "";
  const isDocument = type.startsWith("text/html");
  const page = isWanted && isDocument ? response.clone() : null;
  if (isGuests || isMembers(response)) await setVisitor(isGuests ? "guest" : "member");
  else await forgetGuest();
  // Files and API calls do not identify the session.
  const mark = isDocument || type.startsWith("text/x-script") ? await forgetOthers(response) : null;
  if (!isWanted) return;
  if (response.headers.get(keepHeader) === "own") return keepOwn(mark, address, page);
  if (isGuests && page) return storePage(pagesCache, address, page);
  const kept = await readPage(address);
  if (!kept || !isFresh(kept, Date.now())) await fetchPage(address, kept);
}

/** Returns the page as guests see it now, or null if the stored one is current. */
async function fetchPage(
  address: string,
  kept?: Response,
  credentials: RequestCredentials = "omit",
): Promise<Response | null> {
  const etag = kept?.headers.get("ETag");
  const headers = { Accept: "text/html", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(address, { credentials, headers, redirect: "manual" });
  if (response.status === 304) return null;
  if (isForGuests(response)) await storePage(pagesCache, address, response.clone());
  else if (response.status < 500) await (await caches.open(pagesCache)).delete(address, ignored);
  return response;
}

const readPage = (address: string) => find(address, pagesCache);

/** Stores pages opened before this worker started, as guests see them, if their headers allow it. */
async function keepVisited(addresses: string[]): Promise<void> {
  for (const address of addresses) {
    if (savesData() || (await readPage(address))) continue;
    const response = await fetch(address, { method: "HEAD", credentials: "omit", redirect: "manual" });
    if (isForGuests(response)) await fetchPage(address);
  }
}

/** Stores a member's own page. For client-side navigation its document is fetched again. */
async function keepOwn(mark: string | null, address: string, document: Response | null): Promise<void> {
  const page = document ?? (await fetch(address, { headers: { Accept: "text/html", Purpose: "prefetch" } }));
  if (!mark || !isKeepable(page) || page.headers.get(deviceHeader) !== mark) return;
  await storePage(ownCachePrefix + mark, address, page);
  // Another session may have started while this page loaded.
  if (mark !== lastMark) await caches.delete(ownCachePrefix + mark);
}

/** The mark in the server's latest page. */
let lastMark: string | null;

/** Deletes the pages of sessions other than the response's, and returns its mark. */
async function forgetOthers({ headers }: Response): Promise<string | null> {
  const mark = headers.get(deviceHeader);
  if (!headers.has("X-Request-Id")) return mark;
  lastMark = mark;
  for (const name of await caches.keys())
    if (name.startsWith(ownCachePrefix) && name !== ownCachePrefix + mark) await caches.delete(name);
  return mark;
}

async function readOwn(address: string): Promise<Response | undefined> {
  const name = (await caches.keys().catch(() => [])).find((each) => each.startsWith(ownCachePrefix));
  return name === undefined ? undefined : find(address, name);
}

async function storePage(name: string, address: string, response: Response): Promise<void> {
  const cache = await write(name, address, response);
  const kept = (await cache?.keys()) ?? [];
  for (const oldest of kept.slice(0, -maxPages)) await cache?.delete(oldest, ignored);
}

/** Whether the latest page was a guest's or a member's: members never get a guest's page in place of theirs. */
const isVisitor = (who: "guest" | "member") => find(`/${who}`, visitorCache);
async function setVisitor(who: "guest" | "member"): Promise<void> {
  if (await isVisitor(who)) return;
  await caches.delete(visitorCache);
  if (!savesData()) await write(visitorCache, `/${who}`, new Response());
}
async function forgetGuest(): Promise<void> {
  if (await isVisitor("guest")) await caches.delete(visitorCache);
}

/** Answers `kept-page.ts` on a page shown from the cache. */
async function renew({ source, ports: [port] }: ExtendableMessageEvent): Promise<void> {
  const { pathname, search } = new URL((source as WindowClient).url);
  const address = pathname + search;
  const answer = (renewal: Renewal) => port?.postMessage(renewal);
  try {
    const response = await fetchPage(address, await readPage(address), "same-origin");
    const isSame = response === null || isForGuests(response);
    if (!isSame) await forgetGuest();
    answer(isSame ? { html: response && (await response.text()) } : { isOther: true });
  } catch {
    answer({ isAway: true });
  }
}

/** @param header replaces the page's own */
async function createKeptPage(page: Response, state: "stale" | "away", header?: string): Promise<Response> {
  const at = Date.parse(page.headers.get("Date") ?? "");
  return createPage(markKept(await page.text(), state, at, header), 200, page);
}

/** A member's header without a name, from the offline page, or undefined for a guest. */
async function readHeader(): Promise<string | undefined> {
  const page = (await isVisitor("member")) && (await find(offlinePath, filesName));
  return page && findHeader(await page.text());
}

/** @param address the page that did not load. Omitted for a form that could not be sent */
async function createOfflinePage(address?: string): Promise<Response> {
  const page = await find(offlinePath, filesName);
  if (!page) return Response.error();
  const links = await listPages().catch(() => "");
  const html = await page.clone().text();
  return createPage(fillOfflinePage(html, address, links, await readHeader()), 503, page);
}

/** Links to the pages stored on this device, last opened first. */
async function listPages(): Promise<string> {
  const names = await listPageCaches();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const links = requests
    .flat()
    .reverse()
    .map(async (request) => {
      const { pathname, search } = new URL(request.url);
      return linkTo(pathname + search, (await (await caches.match(request, ignored))?.text()) ?? "");
    });
  return (await Promise.all(links)).join("");
}

function createPage(html: string, status: number, { headers }: Response): Response {
  const sent = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) sent.delete(name);
  return new Response(addScript(html), { status, headers: sent });
}

// Shows a push, which contains only how much is new.
self.addEventListener("push", (event) => {
  const options = { tag: "notices", icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(event.data?.text() ?? "Something is new", options));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showNotices());
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moveSubscription(event)));

/** Uses an open window if there is one. Its unsent texts are safe: `form-drafts.ts`. */
async function showNotices(): Promise<unknown> {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return self.clients.openWindow("/notices");
  await open.focus();
  return open.navigate("/notices");
}

/** The push service changed this browser's address. The server updates the session that has the old one. */
async function moveSubscription({
  oldSubscription,
  newSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  if (!oldSubscription) return;
  const { options, endpoint: oldEndpoint } = oldSubscription;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint = "", keys } = subscription.toJSON();
  await fetch("/account/push", {
    method: "POST",
    body: new URLSearchParams({ endpoint, oldEndpoint, ...keys }),
  });
}
