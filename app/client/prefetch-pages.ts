declare global {
  interface Window {
    /** What React Router knows about every route's files. */
    __reactRouterManifest?: { routes: Record<string, RouteFiles> };
  }
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}
interface RouteFiles {
  module: string;
  imports?: string[];
  css?: string[];
  hasDefaultExport: boolean;
}

/** How long after the start of a page the files of the others are fetched. */
const delayMs = 3_000;

/**
 * Fetches the scripts and styles of all pages into the browser's cache, one after the other (about 50 KB). Without
 * them React Router reloads the document, and offline the reader would get the browser's error page instead of ours.
 */
export function prefetchPages(): void {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  if (saveData || effectiveType.endsWith("2g")) return;
  setTimeout(async () => {
    try {
      for (const file of listPageFiles()) await (await fetch(file, { priority: "low" })).arrayBuffer();
    } catch {
      // Offline already.
    }
  }, delayMs);
}

function listPageFiles(): Set<string> {
  const pages = Object.values(window.__reactRouterManifest?.routes ?? {}).filter(
    ({ hasDefaultExport }) => hasDefaultExport,
  );
  return new Set(pages.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]));
}
