import { globSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { reactRouter } from "@react-router/dev/vite";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { defineConfig, type Plugin } from "vite";
import { programs } from "./app/platform/process/program.server.ts";
import { type Build, buildFile, hashFile, readTreeVersion } from "./app/platform/process/version.server.ts";
import { builtMigrations, treeMigrations } from "./db/known-migrations.ts";
import { buildScripts, serveScripts } from "./scripts/device-scripts.ts";

/** Packages with native code, those that load their own files at run time, and optional ones. */
export const outsideTheBuild = [
  "better-sqlite3",
  "sharp",
  "@napi-rs/canvas",
  "unpdf",
  "ws",
  "pino",
  "nodemailer",
  "file-type",
  "@nats-io/transport-node",
  "aws4fetch",
];

/** A single character outside Latin-1 makes V8 store the server's whole source with two bytes per character: 4 MB. */
const asciiSource: Plugin = {
  name: "ascii-source",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_options, bundle) {
    const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = chunk.code.replace(/[\u0080-\uffff]/g, toEscape);
  },
};

/** What belongs to the server's build beside its code: the migrations, and what it was made from. */
const describeBuild: Plugin = {
  name: "describe-build",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  async writeBundle() {
    await cp(treeMigrations, builtMigrations, {
      recursive: true,
      filter: (path) => !path.endsWith("_snapshot.json"),
    });
    const [manifest = ""] = globSync("manifest-*.js", { cwd: "build/client/assets" });
    const build: Build = { ...readTreeVersion(), lock: hashFile("package-lock.json"), manifest };
    await writeFile(buildFile, JSON.stringify(build));
  },
};

/** The folder of a page's own files: a folder of `pages/`, or else the feature. */
function pagesFolder(id: string): string | null {
  const [, feature = null, folder = feature] = /\/app\/([\w-]+)\/pages\/(?:([\w-]+)\/)?/.exec(id) ?? [];
  return folder;
}

/** `Features.LightDark` of lightningcss, a polyfill for `light-dark()`, which we don't use. */
const lightDark = 1 << 20;

export default defineConfig(({ command }) => ({
  plugins: [
    vanillaExtractPlugin({ identifiers: command === "build" ? "short" : "debug" }),
    reactRouter(),
    asciiSource,
    buildScripts,
    serveScripts,
    describeBuild,
  ],
  environments: {
    // Our own entry, so that routes, hub and database are one module graph.
    ssr: {
      // Otherwise React's development build is bundled as well: 10,000 lines to parse at every start.
      define:
        command === "build"
          ? { "process.env.NODE_ENV": '"production"', "process.env.IS_BUILD": '"yes"' }
          : {},
      build: {
        rolldownOptions: {
          input: { index: "./server.ts", ...programs },
          output: { comments: false },
        },
      },
      // Packages are bundled, because resolving their thousands of files takes most of a start.
      // In development Node loads them, because Vite cannot load CommonJS.
      resolve: {
        noExternal: command === "build" ? true : [],
        external: [...outsideTheBuild, "vite"],
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // What most pages share is one style file and one script instead of ten small ones.
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)}-[hash].js`,
            codeSplitting: {
              groups: [
                // A page has two style files: one for all pages and one for its folder.
                {
                  name: (id) => {
                    const folder = pagesFolder(id);
                    // The styles of Today are in the shared file, so that no page waits for another one.
                    return folder ? `${folder}-styles` : "styles";
                  },
                  test: /\.vanilla\.css/,
                  priority: 1,
                },
                // The parts of every page and form.
                {
                  name: "ui",
                  test: /\/app\/(shell\/(?!pages\/)|ui\/(?!covers\/)|platform\/realtime\/)|@conform-to/,
                },
                // Other shared modules are split by the pages that use them, and small ones are merged.
                {
                  name: "parts",
                  test: /\/app\/(?![\w-]+\/pages\/)/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 1_280,
                },
                // Modules that several pages of a folder share are one file.
                {
                  name: pagesFolder,
                  test: /\/app\/[\w-]+\/pages\//,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  css: { lightningcss: { exclude: lightDark } },
  build: { assetsInlineLimit: 0 },
  optimizeDeps: {
    include: ["@conform-to/react"],
    // These run on the server only. The scan of dependencies finds them late and would reload the page.
    exclude: [
      "better-sqlite3",
      "drizzle-orm",
      "nodemailer",
      "openid-client",
      "otpauth",
      "pino",
      "remix-auth",
      "remix-auth-form",
      "zod",
      "zod-openapi",
      "@conform-to/zod",
      "@remix-run/node-fetch-server",
      "@remix-run/response",
      "@react-router/node",
      "sharp",
      "ws",
    ],
  },
}));
