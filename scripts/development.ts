import type { IncomingMessage, ServerResponse } from "node:http";
import { relative } from "node:path";
import { createServer, type ViteDevServer } from "vite";

type App = typeof import("../app/server.ts");

let advice = "";

/** `npm run dev`. The newest code handles every request, and an error in it becomes a page instead of a crash. */
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
      // Otherwise Vite repeats the error until every file that imports the broken file is saved.
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
  // Vite's client reloads the page when the file is saved.
  const page = `<!doctype html><title>A mistake in the code</title><script type="module" src="/@vite/client"></script>
<h1>A mistake in the code</h1><p>Correct it and save the file.</p><pre style="white-space:pre-wrap">${escaped}</pre>`;
  res.writeHead(500, { "Content-Type": "text/html; charset=utf-8" }).end(page);
}

/** The shared connection is as old as this process and does not know new tables and columns. */
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

/** Shown on error pages as well, because a missing restart is probably the reason. */
function advise(text: string): void {
  advice = text;
  process.stderr.write(`${text}\n`);
}
