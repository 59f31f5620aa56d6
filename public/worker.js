// Answers when the network does not: docs/offline.md.

// The server puts the build's version here.
const version = "development";
const filesName = `files ${version}`;
const pagesName = "pages";
const visitorName = "visitor";
/** Followed by the mark of the session whose member has chosen so. */
const ownPrefix = "own ";
const maxPages = 50;
const freshMs = 3_600_000;
const timeoutMs = 10_000;
const offlinePath = "/offline";
/** Where other apps share to, as the manifest says. */
const sharePath = "/resources/upload?shared";
/** A link without a file is asked about. */
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
/** A storage that fails is one that has nothing. */
const find = (request, cacheName) => caches.match(request, { cacheName, ...ignored }).catch(() => {});
const savesData = () => navigator.connection?.saveData ?? false;
const isKeepable = ({ ok, redirected, headers }) => ok && !redirected && headers.has("X-Keep");
/** Only what is the same for all guests has a tag. */
const isForGuests = (response) => isKeepable(response) && response.headers.has("ETag");
const ageOf = ({ headers }) => Date.now() - Date.parse(headers.get("Date"));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // In development kept files would hide what changes.
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

/** Takes over from the former version the files of the pages that it has kept. */
async function adoptStyles() {
  const files = await caches.open(filesName);
  for (const name of await listKept())
    for (const page of await (await caches.open(name)).matchAll())
      for (const path of new Set((await page.text()).match(assets))) {
        const file = !(await files.match(path, ignored)) && (await caches.match(path, ignored));
        if (file) await files.put(path, file).catch(() => {});
      }
}

/** The names of the caches of pages. */
const listKept = async () =>
  (await caches.keys()).filter((name) => name === pagesName || name.startsWith(ownPrefix));

/** Opens a page: a guest's list or article as it was, to be renewed in place, and else from the network if it answers. */
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

/** Waits for the network as long as somebody would who has a kept page. */
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

/** Keeps a shared file or link until its page, which may need a log-in first, offers it. Any site can post it. */
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

/** Writes nothing once a log-out has emptied the device and unregistered this worker, which runs until its last tab is closed. */
async function write(name, address, response) {
  if (!registration.active || !(await caches.has(filesName))) return;
  const cache = await caches.open(name);
  await cache.delete(address, ignored);
  // A full device keeps nothing more.
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

/** Keeps a page that was opened: as guests see it, so that it holds nothing of a member, unless they have chosen so. */
async function keep(address, response) {
  const isGuests = isForGuests(response);
  const isMembers = response.headers.get("Cache-Control") === "private, no-store";
  // A copy is made before anything waits: the page reads the response itself.
  const isWanted = isKeepable(response) && !savesData();
  const type = response.headers.get("Content-Type") ?? "";
  const isDocument = type.startsWith("text/html");
  const page = isWanted && isDocument ? response.clone() : null;
  if (isGuests || isMembers) await setVisitor(isGuests ? "guest" : "member");
  else await forgetGuest();
  // Files and calls say nothing about the session.
  const mark = isDocument || type.startsWith("text/x-script") ? await forgetOthers(response) : null;
  if (!isWanted) return;
  if (response.headers.get("X-Keep") === "own") return keepOwn(mark, address, page);
  if (isGuests) return storePage(pagesName, address, page);
  const kept = await readPage(address);
  if (!kept || ageOf(kept) > freshMs) await fetchPage(address, kept);
}

/** Returns the page as guests see it now, or null when it is as it was kept. */
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

/** Keeps what was opened before this worker was there, as guests see it. Whether a page is to be kept, its headers say. */
async function keepVisited(addresses) {
  for (const address of addresses) {
    if (savesData() || (await readPage(address))) continue;
    const response = await fetch(address, { method: "HEAD", credentials: "omit", redirect: "manual" });
    if (isForGuests(response)) await fetchPage(address);
  }
}

/** Keeps a member's own page. One that scripts opened came without its document. */
async function keepOwn(mark, address, document) {
  const page = document ?? (await fetch(address, { headers: { Accept: "text/html", Purpose: "prefetch" } }));
  if (!mark || !isKeepable(page) || page.headers.get("X-Device") !== mark) return;
  await storePage(ownPrefix + mark, address, page);
  // Another session may have begun while this page was on its way.
  if (mark !== lastMark) await caches.delete(ownPrefix + mark);
}

/** The mark that the last page of the server named. */
let lastMark;

/** Drops what was kept for other sessions than a response's own, and returns the mark of that one. */
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

/** Whose the last page was: after a log-in nobody gets a guest's page in place of theirs. */
const isVisitor = (who) => find(`/${who}`, visitorName);
async function setVisitor(who) {
  if (await isVisitor(who)) return;
  await caches.delete(visitorName);
  if (!savesData()) await write(visitorName, `/${who}`, new Response());
}
const forgetGuest = async () => (await isVisitor("guest")) && caches.delete(visitorName);

/** Answers `kept-page.js` on a page that was shown as it was: its new HTML, null if nothing changed, or what went wrong. */
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

/** @param header in place of the page's own */
async function markKept(response, state, header) {
  const html = await response.text();
  const at = Date.parse(response.headers.get("Date"));
  const marked = html.replace("<html ", () => `<html data-kept="${state}" data-kept-at="${at}" `);
  return createPage(putHeader(marked, header), 200, response);
}

/** A member's header that names nobody, or undefined for a guest: the offline page has it. */
async function readHeader() {
  const page = (await isVisitor("member")) && (await find(offlinePath, filesName));
  return page && (await page.text()).match(/<header.*?<\/header>/gs).at(-1);
}

/** By functions: texts as replacements are patterns, in which "$" stands for something. */
const putHeader = (html, header) =>
  header
    ? html
        .replace(/<header.*?<\/header>/s, () => header)
        .replace("<html ", () => '<html data-reader="member" ')
    : html;

/** @param address of the page that did not load; none for what was sent in vain */
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

/** Addresses have no quotes and no angle brackets. */
const escapeAddress = (address) => address.replaceAll("&", "&amp;");

/** The pages kept on this device, last opened first, as links. */
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
  // Where React runs, it loads the script itself when it has taken over the page.
  const script = html.includes("__reactRouterContext")
    ? ""
    : '<script type="module" src="/kept-page.js"></script>';
  const body = html.replace("</body>", () => `${script}</body>`);
  return new Response(body, { status, headers: sent });
}

// Shows what a push says: how much is new.
addEventListener("push", (event) => {
  const options = { tag: "notices", icon: "/icon-192.png" };
  event.waitUntil(registration.showNotification(event.data?.text() ?? "Something is new", options));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showNotices());
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moveSubscription(event)));

/** In the window that is open already. Unsent texts are kept: `form-drafts.js`. */
async function showNotices() {
  const [open] = await clients.matchAll({ type: "window" });
  if (!open) return clients.openWindow("/notices");
  await open.focus();
  return open.navigate("/notices");
}

/** The push service has given this browser another address. The server moves the session that has the old one. */
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
