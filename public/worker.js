// Responds when the network does not: docs/offline.md.

// The server inserts the build's version.
const version = "development";
const filesName = `files ${version}`;
const pagesName = "pages";
const visitorName = "visitor";
/** Followed by the mark of the session whose member chose to store their pages. */
const ownPrefix = "own ";
const maxPages = 50;
const freshMs = 3_600_000;
const timeoutMs = 10_000;
const offlinePath = "/offline";
/** The manifest's address for content shared by other apps. */
const sharePath = "/resources/upload?shared";
/** Shared links without a file open the form for a question. */
const askPath = "/questions/new?shared";
const sharedName = "shared";
const gatewayErrors = [502, 503, 504];

const ignored = { ignoreVary: true };
const ownFiles = [
  "/guest.js",
  "/away.js",
  "/kept-page.js",
  "/form-drafts.js",
  "/message-files.js",
  "/search.js",
  "/search.css",
];
const assets = /\/assets\/[\w.-]+(?=["#])/g;
/** A storage error counts as a miss. */
const find = (request, cacheName) => caches.match(request, { cacheName, ...ignored }).catch(() => {});
const savesData = () => navigator.connection?.saveData ?? false;
const isKeepable = ({ ok, redirected, headers }) => ok && !redirected && headers.has("X-Keep");
/** Only responses that are the same for all guests have an ETag. */
const isForGuests = (response) => isKeepable(response) && response.headers.has("ETag");
const ageOf = ({ headers }) => Date.now() - Date.parse(headers.get("Date"));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // In development, cached files would hide changes.
  if (url.origin !== location.origin || version.startsWith("dev")) return;
  const { method, mode } = event.request;
  if (mode === "navigate") event.respondWith(method === "GET" ? open(event, url) : post(event));
  else if (method !== "GET") return;
  else if (/^\/(assets|drawings)\//.test(url.pathname) || ownFiles.includes(url.pathname))
    event.respondWith(readFile(event));
  else if (url.pathname.endsWith(".data")) event.respondWith(readData(event, url));
});
addEventListener("message", (event) => {
  event.waitUntil(event.data === "renew" ? renew(event) : keepVisited(event.data.visited));
});

async function install() {
  const page = await fetch(offlinePath, { credentials: "omit", cache: "no-cache" });
  if (!page.ok) throw new Error("no page to answer with");
  const html = await page.clone().text();
  const files = html.match(assets) ?? [];
  const cache = await caches.open(filesName);
  await cache.addAll(new Set([...files, ...ownFiles, "/drawings/scene-boat.svg"]));
  await cache.put(offlinePath, page);
}

async function activate() {
  await adoptStyles();
  for (const name of await caches.keys())
    if (name.startsWith("files ") && name !== filesName) await caches.delete(name);
  await clients.claim();
}

/** Copies files that stored pages need from the previous version's cache. */
async function adoptStyles() {
  const files = await caches.open(filesName);
  for (const name of await listKept())
    for (const page of await (await caches.open(name)).matchAll())
      for (const path of new Set((await page.text()).match(assets))) {
        const file = !(await files.match(path, ignored)) && (await caches.match(path, ignored));
        if (file) await files.put(path, file).catch(() => {});
      }
}

/** The names of the caches with pages. */
const listKept = async () =>
  (await caches.keys()).filter((name) => name === pagesName || name.startsWith(ownPrefix));

/**
 * Opens a page. Guests' lists and articles are shown from the cache and then renewed in place. Others come from the
 * network if it responds.
 */
async function open(event, url) {
  const { request } = event;
  const address = url.pathname + url.search;
  const kept = url.pathname === offlinePath ? undefined : await readPage(address);
  if (await isShownAtOnce(kept)) return markKept(kept, "stale");
  try {
    const response = await (kept ? fetchInTime(request) : fetch(request));
    if (gatewayErrors.includes(response.status) && !response.headers.has("X-Request-Id"))
      throw new Error("answered by a proxy");
    event.waitUntil(keep(address, response).catch(() => {}));
    return response;
  } catch {
    const own = await readOwn(address);
    if (own) return markKept(own, "away");
    return kept ? markKept(kept, "away", await readHeader()) : createOfflinePage(address);
  }
}

const isShownAtOnce = async (page) =>
  page?.headers.get("X-Keep") === "renewed" && !savesData() && (await isVisitor("guest")) !== undefined;

/** Waits for the network only as long as somebody would who has a stored page. */
function fetchInTime(request) {
  const late = new Promise((_, reject) => setTimeout(reject, timeoutMs));
  return Promise.race([fetch(request), late]);
}

async function post({ request }) {
  await forgetGuest().catch(() => {});
  if (request.url.endsWith(sharePath))
    return takeShared(request).catch(() => Response.redirect(sharePath, 303));
  return fetch(request).catch(() => createOfflinePage());
}

/** Stores a shared file or link until its page, which may need a log-in first, offers it. Any site can post here. */
async function takeShared(request) {
  const form = await request.formData();
  const file = form.get("file");
  const isFile = file instanceof File && file.size > 0;
  const [title, ...texts] = ["title", "description", "url"].map((name) => form.get(name) ?? "");
  const headers = {
    "X-Name": encodeURIComponent(isFile ? file.name : ""),
    "X-Title": encodeURIComponent(title),
  };
  const cache = await caches.open(sharedName);
  const shared = isFile ? file : texts.filter(Boolean).join("\n");
  await cache.put(sharePath, new Response(shared, { headers }));
  return Response.redirect(isFile ? sharePath : askPath, 303);
}

async function readFile({ request }) {
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
async function write(name, address, response) {
  if (!registration.active || !(await caches.has(filesName))) return;
  const cache = await caches.open(name);
  await cache.delete(address, ignored);
  // On a full device the page is not stored.
  await cache.put(address, response).catch(() => {});
  return cache;
}

async function readData(event, url) {
  const response = await fetch(event.request);
  url.searchParams.delete("_routes");
  const address = url.pathname.replace(/(\/_)?\.data$/, "") + url.search;
  event.waitUntil(keep(address, response).catch(() => {}));
  return response;
}

/** Stores an opened page as guests see it, without members' data, unless the member chose to store their own pages. */
async function keep(address, response) {
  const isGuests = isForGuests(response);
  const isMembers = response.headers.get("Cache-Control") === "private, no-store";
  // Clone before the first await, because the page reads the response itself.
  const isWanted = isKeepable(response) && !savesData();
  const type = response.headers.get("Content-Type") ?? "";
  const isDocument = type.startsWith("text/html");
  const page = isWanted && isDocument ? response.clone() : null;
  if (isGuests || isMembers) await setVisitor(isGuests ? "guest" : "member");
  else await forgetGuest();
  // Files and API calls do not identify the session.
  const mark = isDocument || type.startsWith("text/x-script") ? await forgetOthers(response) : null;
  if (!isWanted) return;
  if (response.headers.get("X-Keep") === "own") return keepOwn(mark, address, page);
  if (isGuests) return storePage(pagesName, address, page);
  const kept = await readPage(address);
  if (!kept || ageOf(kept) > freshMs) await fetchPage(address, kept);
}

/** Returns the page as guests see it now, or null if the stored one is current. */
async function fetchPage(address, kept, credentials = "omit") {
  const etag = kept?.headers.get("ETag");
  const headers = { Accept: "text/html", ...(etag && { "If-None-Match": etag }) };
  const response = await fetch(address, { credentials, headers, redirect: "manual" });
  if (response.status === 304) return null;
  if (isForGuests(response)) await storePage(pagesName, address, response.clone());
  else if (response.status < 500) await (await caches.open(pagesName)).delete(address, ignored);
  return response;
}

const readPage = (address) => find(address, pagesName);

/** Stores pages opened before this worker started, as guests see them, if their headers allow it. */
async function keepVisited(addresses) {
  for (const address of addresses) {
    if (savesData() || (await readPage(address))) continue;
    const response = await fetch(address, { method: "HEAD", credentials: "omit", redirect: "manual" });
    if (isForGuests(response)) await fetchPage(address);
  }
}

/** Stores a member's own page. For client-side navigation its document is fetched again. */
async function keepOwn(mark, address, document) {
  const page = document ?? (await fetch(address, { headers: { Accept: "text/html", Purpose: "prefetch" } }));
  if (!mark || !isKeepable(page) || page.headers.get("X-Device") !== mark) return;
  await storePage(ownPrefix + mark, address, page);
  // Another session may have started while this page loaded.
  if (mark !== lastMark) await caches.delete(ownPrefix + mark);
}

/** The mark in the server's latest page. */
let lastMark;

/** Deletes the pages of sessions other than the response's, and returns its mark. */
async function forgetOthers({ headers }) {
  const mark = headers.get("X-Device");
  if (!headers.has("X-Request-Id")) return mark;
  lastMark = mark;
  for (const name of await caches.keys())
    if (name.startsWith(ownPrefix) && name !== ownPrefix + mark) await caches.delete(name);
  return mark;
}

async function readOwn(address) {
  const name = (await caches.keys().catch(() => [])).find((each) => each.startsWith(ownPrefix));
  return name && find(address, name);
}

async function storePage(name, address, response) {
  const cache = await write(name, address, response);
  const kept = (await cache?.keys()) ?? [];
  for (const oldest of kept.slice(0, -maxPages)) await cache.delete(oldest, ignored);
}

/** Whether the latest page was a guest's or a member's: members never get a guest's page in place of theirs. */
const isVisitor = (who) => find(`/${who}`, visitorName);
async function setVisitor(who) {
  if (await isVisitor(who)) return;
  await caches.delete(visitorName);
  if (!savesData()) await write(visitorName, `/${who}`, new Response());
}
const forgetGuest = async () => (await isVisitor("guest")) && caches.delete(visitorName);

/** Responds to `kept-page.js` on a page shown from the cache: its new HTML, null if nothing changed, or what failed. */
async function renew({ source, ports: [port] }) {
  const { pathname, search } = new URL(source.url);
  const address = pathname + search;
  try {
    const response = await fetchPage(address, await readPage(address), "same-origin");
    const isSame = response === null || isForGuests(response);
    if (!isSame) await forgetGuest();
    port.postMessage(isSame ? { html: response && (await response.text()) } : { isOther: true });
  } catch {
    port.postMessage({ isAway: true });
  }
}

/** @param header replaces the page's own */
async function markKept(response, state, header) {
  const html = await response.text();
  const at = Date.parse(response.headers.get("Date"));
  const marked = html.replace("<html ", () => `<html data-kept="${state}" data-kept-at="${at}" `);
  return createPage(putHeader(marked, header), 200, response);
}

/** A member's header without a name, from the offline page, or undefined for a guest. */
async function readHeader() {
  const page = (await isVisitor("member")) && (await find(offlinePath, filesName));
  return page && (await page.text()).match(/<header.*?<\/header>/gs).at(-1);
}

/** Replaces with functions, because "$" is special in replacement strings. */
const putHeader = (html, header) =>
  header
    ? html
        .replace(/<header.*?<\/header>/s, () => header)
        .replace("<html ", () => '<html data-reader="member" ')
    : html;

/** @param address the page that did not load. Omitted for a form that could not be sent */
async function createOfflinePage(address) {
  const page = await find(offlinePath, filesName);
  if (!page) return Response.error();
  const links = await listPages().catch(() => "");
  const html = putHeader(await page.clone().text(), await readHeader())
    .replace("<html ", () => `<html data-kept="${address ? "none" : "unsent"}" `)
    .replace(`href="${offlinePath}"`, () => `href="${escapeAddress(address ?? "/")}"`)
    .replace(/<ul[^>]* data-pages="true"[^>]*>/, (list) => list + links);
  return createPage(html, 503, page);
}

/** URLs contain no quotes or angle brackets. */
const escapeAddress = (address) => address.replaceAll("&", "&amp;");

/** Links to the pages stored on this device, last opened first. */
async function listPages() {
  const names = await listKept();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const links = requests
    .flat()
    .reverse()
    .map(async (request) => {
      const html = await (await caches.match(request, ignored)).text();
      const [, title = ""] = /<title>(?:\(\d+\+?\) )?([^<]*?)(?: · [^<·]*)?</.exec(html) ?? [];
      const { pathname, search } = new URL(request.url);
      return `<li><a href="${escapeAddress(pathname + search)}">${title}</a></li>`;
    });
  return (await Promise.all(links)).join("");
}

function createPage(html, status, { headers }) {
  const sent = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) sent.delete(name);
  // React pages load the script themselves after hydration.
  const script = html.includes("__reactRouterContext")
    ? ""
    : '<script type="module" src="/kept-page.js"></script>';
  const body = html.replace("</body>", () => `${script}</body>`);
  return new Response(body, { status, headers: sent });
}

// Shows a push, which contains only how much is new.
addEventListener("push", (event) => {
  const options = { tag: "notices", icon: "/icon-192.png" };
  event.waitUntil(registration.showNotification(event.data?.text() ?? "Something is new", options));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showNotices());
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moveSubscription(event)));

/** Uses an open window if there is one. Its unsent texts are safe: `form-drafts.js`. */
async function showNotices() {
  const [open] = await clients.matchAll({ type: "window" });
  if (!open) return clients.openWindow("/notices");
  await open.focus();
  return open.navigate("/notices");
}

/** The push service changed this browser's address. The server updates the session that has the old one. */
async function moveSubscription({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const { options, endpoint: oldEndpoint } = oldSubscription;
  const { endpoint, keys } = (
    newSubscription ?? (await registration.pushManager.subscribe(options))
  ).toJSON();
  await fetch("/account/push", {
    method: "POST",
    body: new URLSearchParams({ endpoint, oldEndpoint, ...keys }),
  });
}
