import { globSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { reactRouter } from "@react-router/dev/vite";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { defineConfig, type Plugin } from "vite";
import { programs } from "./app/platform/process/program.server.ts";
import { type Build, buildFile, hashFile, readTreeVersion } from "./app/platform/process/version.server.ts";
import { builtMigrations, treeMigrations } from "./db/known-migrations.ts";
import { buildScripts, serveScripts } from "./scripts/device-scripts.ts";

/** Packages with native parts, those that load parts of themselves when they run, and one that may be missing. */
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

/** One sign outside Latin-1 would have V8 keep the server's whole source in two bytes a sign: 3 MB. */
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

const styleFiles = globSync("app/**/*.css.ts").sort();
const fileHashes = new Map<string, string>();

/**
 * A capital and a sign stand for a file of styles: its hash is longer, and each page repeats it for each class. Small letters could
 * be a part of a selector ("data"), where vanilla-extract would take them for a class.
 */
function nameStyle({ hash, filePath }: { hash: string; filePath: string }): string {
  // The hash of the file, and a count that begins at 0.
  const fileHash = fileHashes.get(filePath) ?? hash.slice(0, -1);
  fileHashes.set(filePath, fileHash);
  // From b on: blockers of advertisements hide names like `ad1`.
  const letters = (Number.parseInt("b0", 36) + styleFiles.indexOf(filePath)).toString(36);
  return letters.toUpperCase() + hash.slice(fileHash.length);
}

/** `Features.LightDark` of lightningcss, which prepares each theme for `light-dark()`. The site has none. */
const lightDark = 1 << 20;

export default defineConfig(({ command }) => ({
  plugins: [
    vanillaExtractPlugin({ identifiers: command === "build" ? nameStyle : "debug" }),
    reactRouter(),
    asciiSource,
    buildScripts,
    serveScripts,
    describeBuild,
  ],
  environments: {
    // The server build's entry is our own: routes, hub and database are one module graph with it.
    ssr: {
      // Without it React's development build is bundled, too: 10,000 lines to parse at every start.
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
      // Bundled: resolving some thousand files of packages takes most of a start. What has native parts stays outside.
      // In development Node loads packages, because Vite can't make modules of those that are CommonJS.
      resolve: {
        noExternal: command === "build" ? true : [],
        external: [...outsideTheBuild, "vite"],
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // What most pages share is one file of styles and one of scripts instead of ten small ones.
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)}-[hash].js`,
            codeSplitting: {
              groups: [
                // A page has two files of styles: what all pages share, and what those of its feature do.
                {
                  name: (id) => {
                    const folder = pagesFolder(id);
                    // A member's home is in no `pages/`: guests don't wait for a file of its own.
                    return folder ? `${folder}-styles` : "styles";
                  },
                  test: /\.vanilla\.css/,
                  priority: 1,
                },
                // What every page has, and what forms are made of.
                {
                  name: "ui",
                  test: /\/app\/(shell\/(?!pages\/)|ui\/(?!covers\/)|platform\/realtime\/)|@conform-to/,
                },
                // Other parts go where they are needed, and the small ones with their neighbours.
                {
                  name: "parts",
                  test: /\/app\/(?![\w-]+\/pages\/)/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 1_792,
                },
                // The small files that several pages of a feature share are one.
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
    // These run on the server only. The dependency scan finds them late and would then reload the page.
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
