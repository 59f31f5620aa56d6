import { expect, test } from "vitest";
import {
  isForGuests,
  isFresh,
  isFromProxy,
  isKeepable,
  isMembers,
  pageOfData,
  readShared,
} from "./response-rules.ts";

const answer = (headers: Record<string, string>, status = 200, redirected = false) => ({
  ok: status < 300,
  status,
  redirected,
  headers: new Headers(headers),
});
const kept = { "X-Keep": "renewed", ETag: '"1"' };

test("only a page that names a policy is stored: not an error, and not where a redirect has led", () => {
  expect(
    [answer(kept), answer({ ETag: '"1"' }), answer(kept, 503), answer(kept, 200, true)].map(isKeepable),
  ).toEqual([true, false, false, false]);
});

test("a page counts as the guests' only with an ETag, which no member's page has", () => {
  expect([answer(kept), answer({ "X-Keep": "renewed" }), answer({ ETag: '"1"' })].map(isForGuests)).toEqual([
    true,
    false,
    false,
  ]);
  expect([answer({ "Cache-Control": "private, no-store" }), answer(kept)].map(isMembers)).toEqual([
    true,
    false,
  ]);
});

test("an error of a proxy is an outage, and one of the server is not", () => {
  expect([502, 503, 504, 500, 200].map((status) => isFromProxy(answer({}, status)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(isFromProxy(answer({ "X-Request-Id": "a" }, 503))).toBe(false);
});

test("a page is fresh for an hour, and never without a date", () => {
  const now = Date.parse("2026-08-01T12:00:00Z");
  const at = (time: string) => answer({ Date: new Date(`2026-08-01T${time}Z`).toUTCString() });
  expect([at("11:00:00"), at("10:59:59"), answer({})].map((each) => isFresh(each, now))).toEqual([
    true,
    false,
    false,
  ]);
});

test.for([
  ["/jobs.data?search=tide&_routes=jobs", "/jobs?search=tide"],
  ["/jobs/7.data", "/jobs/7"],
  ["/_.data", ""],
  ["/resources/_.data?_routes=a", "/resources"],
])("the data at %s belong to the page %s", ([data, page]) => {
  expect(pageOfData(new URL(data ?? "", "https://quadrant.example"))).toBe(page);
});

test("a shared file is taken, an empty one is not, and texts are joined without gaps", () => {
  const share = (parts: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.append(name, part);
    return readShared(form);
  };
  const file = new File(["tides"], "tides.txt");
  expect(share({ file, title: "Tides" })).toEqual({ file, title: "Tides", text: "" });
  expect(share({ file: new File([], "none.txt"), url: "https://tide.example" })).toEqual({
    file: null,
    title: "",
    text: "https://tide.example",
  });
  expect(share({ description: "Look", url: "https://tide.example" }).text).toBe("Look\nhttps://tide.example");
  expect(share({ file: "a text" }).file).toBeNull();
});
