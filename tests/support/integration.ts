import { afterAll, test as base } from "vitest";
import { startServer, type TestServer } from "./server.ts";
import { Visitor } from "./visitor.ts";

/**
 * A test file's `test`: its tests share one server with a fresh store, and each gets a guest.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export const createTest = (settings: Record<string, string> = {}, preload?: string) =>
  base
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from this pattern
    .extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
      const server = await startServer(settings, undefined, preload);
      onCleanup(async () => void (await server.stop()));
      return server;
    })
    .extend("guest", ({ server }) => new Visitor(server.url));

/**
 * The same server as a value, for a file whose hooks and functions need it too. It stops after the file's last test.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export async function shareServer(
  settings: Record<string, string> = {},
  preload?: string,
): Promise<TestServer> {
  const server = await startServer(settings, undefined, preload);
  afterAll(async () => void (await server.stop()));
  return server;
}
