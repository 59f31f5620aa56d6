import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { Visitor } from "../support/visitor.ts";

interface Operation {
  summary?: string;
  responses: Record<string, unknown>;
  security?: unknown[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const server = await shareServer({ RATE_LIMITS: "off" });
let document: Document;
beforeAll(async () => {
  document = (await new Visitor(server.url).get("/api/openapi.json")).body as Document;
});

/** The API's paths in `routes.ts`, in OpenAPI's notation. */
async function routedPaths(): Promise<string[]> {
  // `routes.ts` resolves file names against this folder.
  (globalThis as { __reactRouterAppDirectory?: string }).__reactRouterAppDirectory = "app";
  const { default: routes } = await import("../../app/routes.ts");
  const paths: string[] = [];
  const walk = (entries: RouteConfigEntry[], parent: string) => {
    for (const { path, children } of entries) {
      const whole = path ? `${parent}/${path}` : parent;
      if (children) walk(children, whole);
      else paths.push(whole);
    }
  };
  walk(routes as RouteConfigEntry[], "");
  const pages = ["/api", "/api/*"];
  return paths
    .filter((path) => path.startsWith("/api") && !pages.includes(path))
    .map((path) => path.replace(/:(\w+)/g, "{$1}"));
}

test("the document has exactly the calls in routes.ts", async () => {
  const routed = await routedPaths();
  expect(routed.length).toBeGreaterThan(5);
  expect(Object.keys(document.paths).sort()).toEqual(routed.sort());
});

test("every call has a summary and its responses", () => {
  expect(document.openapi).toMatch(/^3\.1/);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      expect(operation.summary, name).toMatch(/.+/);
      expect(Object.keys(operation.responses), name).toContain("default");
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith("2")),
        name,
      ).toBe(true);
    }
  }
});

test("undocumented methods get 405 with the allowed ones", async () => {
  const visitor = new Visitor(server.url);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      if (method.toLowerCase() in operations) continue;
      const answer = await visitor.call(method, path.replace(/\{\w+\}/g, "1"));
      expect([path, method, answer.status]).toEqual([path, method, 405]);
      const allowed = (answer.headers.get("Allow") ?? "").split(", ").filter((each) => each !== "HEAD");
      expect(allowed.map((each) => each.toLowerCase()).sort()).toEqual(Object.keys(operations).sort());
    }
  }
});

test("guests get 401 from calls for members", async () => {
  const visitor = new Visitor(server.url);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      if (security?.some((each) => Object.keys(each as object).length === 0)) continue;
      const answer = await visitor.call(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"));
      expect([path, method, answer.status]).toEqual([path, method, 401]);
    }
  }
});

test("has a readable page without React", async () => {
  const page = await new Visitor(server.url).get("/api");
  expect(page.status).toBe(200);
  expect(page.text).toContain("/api/users/login");
  expect(page.text.match(/<script[^>]*>/g)).toEqual(['<script async="" type="module" src="/guest.js">']);
});
