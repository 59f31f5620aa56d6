import { keepHeader } from "../names.ts";

const gatewayErrors = [502, 503, 504];
/** A member's page is fetched as guests see it at most once in this time. */
const freshMs = 3_600_000;

type Answer = Pick<Response, "ok" | "redirected" | "status" | "headers">;

/** Whether a device may store a response. */
export const isKeepable = ({ ok, redirected, headers }: Answer): boolean =>
  ok && !redirected && headers.has(keepHeader);

/** Whether a response may be stored as guests see it: only those that are the same for all guests have an ETag. */
export const isForGuests = (response: Answer): boolean =>
  isKeepable(response) && response.headers.has("ETag");

export const isMembers = ({ headers }: Answer): boolean =>
  headers.get("Cache-Control") === "private, no-store";

/** Whether a proxy answered because the server does not. */
export const isFromProxy = ({ status, headers }: Answer): boolean =>
  gatewayErrors.includes(status) && !headers.has("X-Request-Id");

export const isFresh = ({ headers }: Answer, now: number): boolean =>
  now - Date.parse(headers.get("Date") ?? "") <= freshMs;

/** The address of the page whose data React Router requests at `url`. */
export function pageOfData(url: URL): string {
  const { searchParams, pathname } = url;
  searchParams.delete("_routes");
  return pathname.replace(/(\/_)?\.data$/, "") + url.search;
}

/** What another app shared: one file, or texts. Any site can post here. */
export function readShared(form: FormData): { file: File | null; title: string; text: string } {
  const file = form.get("file");
  const [title = "", ...texts] = ["title", "description", "url"].map((name) => String(form.get(name) ?? ""));
  return {
    file: file instanceof File && file.size > 0 ? file : null,
    title,
    text: texts.filter(Boolean).join("\n"),
  };
}
