import { expect, test } from "vitest";
import * as names from "./names.ts";

test("what a device has stored under an earlier release keeps its name", () => {
  const { draftKeyPrefix, formKeyPrefix, outboxKeyPrefix, ownerOfKey, recentSearchesKey, ...others } = names;
  expect(
    [draftKeyPrefix, formKeyPrefix, outboxKeyPrefix, recentSearchesKey].map((keyOf) => keyOf("7")),
  ).toEqual(["draft 7 ", "form 7 ", "outbox 7 ", "search 7 recent"]);
  expect(others).toEqual({
    pagesCache: "pages",
    ownCachePrefix: "own ",
    filesCachePrefix: "files ",
    visitorCache: "visitor",
    sharedCache: "shared",
    keepHeader: "X-Keep",
    deviceHeader: "X-Device",
    sharedNameHeader: "X-Name",
    sharedTitleHeader: "X-Title",
    deviceCookie: "keep",
    endedCookie: "ended",
    visitsCookie: "visits=",
    sharePath: "/resources/upload?shared",
    visitedKeyPrefix: "visited ",
    typedEmailKey: "typed",
    outboxDatabase: "outbox",
  });
  const keys = [
    "draft 7 /messages/3",
    "form 7 /profile#f",
    "outbox 7 room x",
    "search 7 recent",
    "visited /jobs",
  ];
  expect(keys.map(ownerOfKey)).toEqual(["7", "7", "7", "7", undefined]);
});
