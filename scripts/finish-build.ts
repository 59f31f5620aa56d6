/**
 * Finishes the build: takes the API out of the browser's list of routes, compresses every client file, once and as
 * small as it gets, beside itself, and writes the server's entry without types, because stripping them at each start
 * costs time and 18 MB of memory.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minifySync, transformWithOxc } from "vite";

const manifestStart = "window.__reactRouterManifest=";

/** The calls of the API are no pages, and its pages are documents without React: a browser needs no route for either. */
function removeApiRoutes(manifest: string): string {
  const json = manifest.slice(manifestStart.length).replace(/;\s*$/, "");
  const { routes, ...rest } = JSON.parse(json) as { routes: Record<string, unknown> };
  const pages = Object.entries(routes).filter(([id]) => !id.startsWith("routes/api/"));
  return `${manifestStart}${JSON.stringify({ ...rest, routes: Object.fromEntries(pages) })};`;
}

const compressible = /\.(js|css|svg|html|txt|json|webmanifest|xml)$/;

for (const name of readdirSync("build/client", { recursive: true, encoding: "utf8" })) {
  const file = join("build/client", name);
  if (!compressible.test(name) || !statSync(file).isFile() || statSync(file).size < 512) continue;
  // Vite copies scripts from public/ without minifying them.
  if (name.endsWith(".js") && !name.startsWith("assets")) {
    writeFileSync(file, minifySync(name, readFileSync(file, "utf8"), { module: true }).code);
  }
  if (name.startsWith("assets/manifest-")) {
    const manifest = readFileSync(file, "utf8");
    if (manifest.startsWith(manifestStart)) writeFileSync(file, removeApiRoutes(manifest));
  }
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

const { code } = await transformWithOxc(readFileSync("server.ts", "utf8"), "server.ts");
writeFileSync("build/server.js", code.replaceAll('"./build/', '"./'));
