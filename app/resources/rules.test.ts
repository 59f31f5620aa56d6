import { expect, test } from "vitest";
import { categoryTitle, fileUrl } from "./rules.ts";

test("a category's title comes from its slug", () => {
  expect(categoryTitle("academics-notes")).toBe("Academic Notes");
  expect(categoryTitle("toString")).toBe("Resources");
});

test("a file's address contains its name, encoded", () => {
  expect(fileUrl(7, "a/b?c#d%.pdf")).toBe("/files/7/a%2Fb%3Fc%23d%25.pdf");
});
