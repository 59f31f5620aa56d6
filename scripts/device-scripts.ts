/**
 * The scripts of `app/device/`, which Vite builds one by one: each is one file with an address that does not change with
 * the build, because pages on devices refer to it.
 */
import { hash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build, type Plugin } from "vite";

const folder = resolve("app/device/scripts");
const workerFile = resolve("app/device/worker/worker.ts");
const scriptNames = globSync("*.ts", { cwd: folder })
  .filter((name) => !name.endsWith(".test.ts"))
  .map((name) => basename(name, ".ts"))
  .sort();
const styleNames = globSync("*.css", { cwd: "public" }).sort();

/** Imports a script from its address, so that all scripts share one copy. */
const importByAddress: Plugin = {
  name: "import-device-scripts",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!importer || !source.endsWith(".ts")) return null;
    const { id = "" } = (await this.resolve(source, importer, { skipSelf: true })) ?? {};
    const name = scriptNames.find((each) => id === `${folder}/${each}.ts`);
    return name ? { id: `/${name}.js`, external: "absolute" } : null;
  },
};

/** Writes the scripts beside the files of the pages. The worker comes last: it names all files and has their version. */
export const buildScripts: Plugin = {
  name: "build-device-scripts",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async writeBundle({ dir = "" }) {
    for (const name of scriptNames) writeFileSync(`${dir}/${name}.js`, await buildScript(name));
    writeFileSync(`${dir}/worker.js`, await buildWorker(hashFiles(dir)));
  },
};

/** For `npm run dev`: builds a script when it is requested. */
export const serveScripts: Plugin = {
  name: "serve-device-scripts",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = "" }, res, next) => {
      const [, name = ""] = /^\/([\w-]+)\.js(?:\?|$)/.exec(url) ?? [];
      if (name !== "worker" && !scriptNames.includes(name)) return next();
      const code = await (name === "worker" ? buildWorker("") : buildScript(name)).catch(next);
      if (code)
        res.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-cache" }).end(code);
    });
  },
};

function hashFiles(dir: string): string {
  const files = globSync("**/*.*", { cwd: dir, exclude: [".*/**"] }).sort();
  const hashes = files.map((name) => name + hash("sha256", readFileSync(`${dir}/${name}`)));
  return hash("sha256", hashes.join()).slice(0, 12);
}

const buildScript = (name: string) => bundle(`${folder}/${name}.ts`, {});

/** @param version empty in development, where stored files would hide changes */
const buildWorker = (version: string) =>
  bundle(workerFile, {
    buildVersion: JSON.stringify(version),
    ownFiles: JSON.stringify(
      [...scriptNames.map((name) => `${name}.js`), ...styleNames].map((name) => `/${name}`),
    ),
  });

async function bundle(input: string, define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    plugins: [importByAddress],
    build: {
      write: false,
      target: "esnext",
      // Without Vite's helper, which preloads what dynamic imports need.
      lib: { entry: input, formats: ["es"], fileName: "script" },
      rolldownOptions: {
        optimization: { inlineConst: { mode: "all" } },
        output: { comments: false, minify: true },
      },
    },
  });
  const [chunk] = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (chunk?.type !== "chunk") throw new Error(`${input} is not a script`);
  return chunk.code;
}
