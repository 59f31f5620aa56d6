// Uploads a folder of notes. It guesses each title, course and year from the path, such as
// "Year 2/ME201 Thermodynamics/Unit 3.pdf". A second run uploads only what is new.
//
// Make a token with "Read and write" at /account/tokens, then run this with Node 20 or later:
//
//   SITE=https://quadrant.example TOKEN=quadrant_… node import-folder.mjs FOLDER [--category SLUG] [--dry-run]

import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join, relative } from "node:path";
import { parseArgs } from "node:util";

const { SITE = "", TOKEN = "" } = process.env;
const types = "pdf doc docx ppt pptx xls xlsx txt zip rar jpg jpeg png gif mp4 avi mov mp3 wav".split(" ");
const maxBytes = 50 * 1024 * 1024;

function stop(reason) {
  // A server's answer could repeat what it was sent.
  console.error(TOKEN === "" ? reason : reason.replaceAll(TOKEN, "…"));
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { category: { type: "string" }, "dry-run": { type: "boolean", default: false } },
    });
  } catch (error) {
    return stop(error.message);
  }
}
const { positionals, values } = readArguments();
const [folder] = positionals;
const isDryRun = values["dry-run"];
if (!folder || positionals.length > 1) stop("Usage: import-folder.mjs FOLDER [--category SLUG] [--dry-run]");
if (!/^https?:/.test(SITE)) stop("Set SITE to the address of the site, with https://");
if (TOKEN === "" && !isDryRun) stop('Set TOKEN to a token with "Read and write", from /account/tokens');

/** @returns the answer. A refusal ends the script unless `isTried` */
async function call(path, { isTried = false, ...init } = {}) {
  const headers = { ...init.headers, ...(TOKEN && { Authorization: `Bearer ${TOKEN}` }) };
  const response = await fetch(new URL(path, SITE), { ...init, headers }).catch(() => null);
  if (!response) return stop(`No answer from ${SITE}. Run this again: nothing is uploaded twice.`);
  const answer = await response.json().catch(() => ({}));
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  const { status, ok } = response;
  const detail = answer.detail ?? `The site answered ${status}.`;
  if (!ok && !isTried) return stop(`${path}: ${detail}`);
  return { ok, status, answer, next, detail };
}

/** Every file in a folder, in the order of its path. Hidden files are left out. */
async function listFiles(from) {
  const found = [];
  const entries = await readdir(from, { withFileTypes: true }).catch(() => stop(`${from} can't be read.`));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".")) continue;
    const path = join(from, entry.name);
    if (entry.isDirectory()) found.push(...(await listFiles(path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

const toWords = (text) =>
  text
    .replace(/_|(?<!\d)-|-(?!\d)/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const numerals = { first: 1, second: 2, third: 3, fourth: 4 };
const courseOf = (words) =>
  [...words.matchAll(/(?<![a-z0-9])([a-z]{2,4}) ?(\d{3}[a-z]?)(?![a-z0-9])/gi)].at(-1);

function guessYear(words) {
  const year = /\byear ?([1-6])\b|\b([1-6])(?:st|nd|rd|th) year\b/i.exec(words);
  if (year) return Number(year[1] ?? year[2]);
  const named = /\b(first|second|third|fourth) year\b/i.exec(words);
  if (named) return numerals[named[1].toLowerCase()];
  const term = /\bsem(?:ester)? ?(1[0-2]|[1-9])\b|\b(1[0-2]|[1-9])(?:st|nd|rd|th) sem/i.exec(words);
  if (term) return Math.ceil(Number(term[1] ?? term[2]) / 2);
  const level = Number(courseOf(words)?.[2]?.[0]);
  return level >= 1 && level <= 4 ? level : 1;
}

function guessKind(words) {
  if (/\b(past|previous|question) ?papers?\b|\bpyqs?\b|\b(mid|end) ?(sem|term)\b|\bexams?\b/i.test(words))
    return "past-paper";
  return /\bsolutions?\b|\banswers?\b/i.test(words) ? "solution" : "notes";
}

/** Whether a title means little without its folder. */
const isGeneric = (title) =>
  /^(unit|chapter|module|lecture|week|part|notes?|paper|assignment|lab|scan)?s? ?\d*$/i.test(title);

/** @param path relative to the folder, with slashes */
function guess(path) {
  const parts = path.split("/");
  const stem = toWords(basename(path, extname(path)));
  const parent = toWords(parts.at(-2) ?? "");
  const words = toWords(path.replaceAll("/", " ").replace(/\.[a-z0-9]+$/i, ""));
  const course = courseOf(words);
  return {
    title: (isGeneric(stem) && parent ? `${parent}: ${stem}` : stem || basename(path)).slice(0, 200),
    year: guessYear(words),
    courseCode: course ? `${course[1]}${course[2]}`.toUpperCase() : "",
    resourceType: guessKind(words),
  };
}

/** A key that is the same for a local file and its upload: the site may have cleaned or shortened its name. */
function keyOf(name, size) {
  const clean = (text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  const type = extname(name);
  return `${size} ${clean(basename(name, type)).slice(0, 60)} ${clean(type)}`;
}

/** How many files with each name and size the site has. */
async function countUploaded() {
  const counts = new Map();
  for (let path = "/api/resources?limit=100"; path; ) {
    const { answer, next } = await call(path);
    for (const { fileUrl, size } of answer.data) {
      const key = keyOf(decodeURIComponent(fileUrl.slice(fileUrl.lastIndexOf("/") + 1)), size);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    path = next;
  }
  return counts;
}

async function chooseCategory() {
  const { answer } = await call("/api/resources/categories");
  const slugs = answer.data.map(({ slug }) => slug);
  const chosen = answer.data.find(({ slug }) => slug === (values.category ?? slugs[0]));
  return chosen ?? stop(`There is no category ${values.category}. Choose one of: ${slugs.join(", ")}`);
}

const category = await chooseCategory();
const files = await listFiles(folder);
const uploaded = await countUploaded();
const seen = new Set();
let count = 0;
let known = 0;
let failed = 0;
for (const file of files) {
  const path = relative(folder, file).replaceAll("\\", "/");
  const { size } = await stat(file);
  const type = extname(file).slice(1).toLowerCase();
  if (!types.includes(type) || size === 0 || size > maxBytes) {
    console.log(
      `Left out: ${path} (${size > maxBytes ? "larger than 50 MB" : size === 0 ? "empty" : "not a kind of file that the site takes"})`,
    );
    continue;
  }
  const hash = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const isCopy = seen.has(hash);
  seen.add(hash);
  const key = keyOf(basename(file), size);
  const there = uploaded.get(key) ?? 0;
  if (isCopy || there > 0) {
    if (!isCopy) uploaded.set(key, there - 1);
    known++;
    continue;
  }
  const fields = guess(path);
  const line = `${path}: "${fields.title}", year ${fields.year}${fields.courseCode && `, ${fields.courseCode}`}`;
  if (isDryRun) {
    count++;
    console.log(`Would upload ${line}`);
    continue;
  }
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, categoryId: category.id }))
    body.set(name, String(value));
  body.set("file", await openAsBlob(file), basename(file));
  const { ok, status, detail } = await call("/api/resources", {
    method: "POST",
    body,
    isTried: true,
  });
  if ([401, 403, 429].includes(status))
    stop(`${detail} ${count} files are uploaded. Run this again later: nothing is uploaded twice.`);
  if (ok) {
    count++;
    console.log(`Uploaded ${line}`);
  } else {
    failed++;
    console.error(`Refused: ${path}: ${detail}`.replaceAll(TOKEN, "…"));
  }
}
console.log(
  `${count} ${isDryRun ? "would be uploaded" : "uploaded"} to ${category.name}, ${known} there already, ${failed} refused.`,
);
process.exitCode = failed > 0 ? 1 : 0;
