import { readFile, rm, writeFile } from "node:fs/promises";
import { redirect } from "react-router";
import { renderImage } from "#app/platform/files/renderer.server.ts";
import { createPartPath } from "#app/platform/files/storage.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { drawCover, readCover, shareSize } from "#app/ui/covers/draw.server.ts";
import type { Route } from "./+types/cover.ts";

/** Pictures for link previews, finished or in progress, latest last. */
const rendered = new Map<string, Promise<Buffer | null>>();
const maxRendered = 100;
/** Renderings per hour and address: each takes its own process, one at a time. */
const renderLimit = new RateLimit(20, 60 * 60);
const headers = { "Cache-Control": "public, max-age=2592000" };

/** Serves a drawing by its name: `.svg` for pages, `.png` for link previews. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [, name = "", type] = /^([a-z]{3,9}-\d-\d-\d)\.(svg|png)$/.exec(params.name) ?? [];
  const cover = readCover(name);
  if (!cover) throw new HttpError(404);
  if (type === "svg")
    return new Response(drawCover(cover), { headers: { ...headers, "Content-Type": "image/svg+xml" } });
  const address = addressKey(getRequestContext(context).address);
  const picture = await (rendered.get(name) ?? rememberShare(name, drawCover(cover, shareSize), address));
  if (!picture) throw redirect("/og.png");
  return new Response(new Uint8Array(picture), { headers: { ...headers, "Content-Type": "image/png" } });
}

/** Concurrent requests for a name share one rendering. Null if the address exceeded its limit. */
function rememberShare(name: string, svg: string, address: string): Promise<Buffer | null> | null {
  if (renderLimit.consume(address) > 0) return null;
  const picture = renderShare(svg, address);
  rendered.set(name, picture);
  const [oldest] = rendered.keys();
  if (rendered.size > maxRendered && oldest !== undefined) rendered.delete(oldest);
  const forget = () => void (rendered.get(name) === picture && rendered.delete(name));
  picture.then((drawn) => drawn ?? forget(), forget);
  return picture;
}

/** Returns null if it cannot be rendered now. */
async function renderShare(svg: string, address: string): Promise<Buffer | null> {
  const [source, target] = [createPartPath(), createPartPath()];
  try {
    await writeFile(source, svg, { mode: 0o600 });
    const { width, height } = shareSize;
    const job = {
      kind: "drawing",
      source,
      target,
      width,
      height,
      fit: "cover",
      maxPixels: width * height,
    } as const;
    if (typeof (await renderImage(job, address, "background")) === "string") return null;
    return await readFile(target);
  } finally {
    await Promise.all([rm(source, { force: true }), rm(target, { force: true })]);
  }
}
