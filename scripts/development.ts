import type { IncomingMessage, ServerResponse } from "node:http";
import { relative } from "node:path";
import { createServer, type ViteDevServer } from "vite";

type App = typeof import("../app/server.ts");

let advice = "";

/** `npm run dev`: the newest code handles every request, and a mistake in it is a page instead of the end. */
export async function loadDevelopment() {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const loadNewest = async () => (await vite.ssrLoadModule("/app/server.ts")) as App;
  const app = await loadNewest();
  sayWhatSchemasNeed(vite);
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      const newest = await loadNewest();
      newest.handleRequest(req, res);
    } catch (error) {
      // Vite would answer with the same mistake until each file that leads to it is saved.
      vite.environments.ssr.moduleGraph.invalidateAll();
      showMistake(vite, error as Error, res);
    }
  };
  return {
    app,
    listener: (req: IncomingMessage, res: ServerResponse) =>
      vite.middlewares(req, res, () => void handle(req, res)),
    stop: () => vite.close(),
  };
}

function showMistake(vite: ViteDevServer, error: Error & { frame?: string }, res: ServerResponse): void {
  vite.ssrFixStacktrace(error);
  const text = [advice, error.message, error.frame, error.stack].filter(Boolean).join("\n\n");
  process.stderr.write(`${error.message}\n${error.frame ?? error.stack}\n`);
  const escaped = text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
  // Vite's client loads the page again when the file is saved.
  const page = `<!doctype html><title>A mistake in the code</title><script type="module" src="/@vite/client"></script>
<h1>A mistake in the code</h1><p>Correct it and save the file.</p><pre style="white-space:pre-wrap">${escaped}</pre>`;
  res.writeHead(500, { "Content-Type": "text/html; charset=utf-8" }).end(page);
}

/** The connection that all code shares is as old as this process, and knows neither a new table nor a new column. */
function sayWhatSchemasNeed(vite: ViteDevServer): void {
  const say = (file: string) => {
    const name = relative(".", file);
    if (name.startsWith("db/schema/"))
      advise(`${name} changed. Run: npm run migration -- --name WHAT, and restart npm run dev.`);
    if (/^db\/migrations\/.*\.sql$/.test(name))
      advise(`${name} changed. Restart npm run dev: it upgrades the database.`);
  };
  vite.watcher.on("change", say).on("add", say);
}

/** On every page of a mistake, too: until the restart it is probably the reason. */
function advise(text: string): void {
  advice = text;
  process.stderr.write(`${text}\n`);
}
