import { useEffect, useRef, useState } from "react";
import {
  type ClientLoaderFunctionArgs,
  useFetcher,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from "react-router";
import { useServerFrames } from "../realtime/provider.tsx";
import { loadOr } from "./requests.ts";

// The lists and articles that a tab has loaded come back at once, and are renewed in place.

const maxPages = 30;
const freshMs = 5_000;
const shownPages = /^\/(jobs(\/\d+)?|resources(\/\d+|\/browse|\/category\/.+)?)$/;

interface Loaded {
  data: Promise<unknown>;
  at: number;
}
const loaded = new Map<string, Loaded>();
let here: string | null = null;
const touched = new Set<string>();
let isOff = false;
let isRenewing = false;

export const isRenewingShown = (): boolean => isRenewing;

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

export const forgetShown = (): void => loaded.clear();

function store(address: string, data: Promise<unknown>): void {
  if (isOff) return;
  const entry = { data, at: Date.now() };
  loaded.delete(address);
  loaded.set(address, entry);
  data.catch(() => loaded.get(address) === entry && loaded.delete(address));
  const [oldest] = loaded.keys();
  if (loaded.size > maxPages && oldest !== undefined) loaded.delete(oldest);
}

/** The `clientLoader` of a list or an article: as `withFallback`, and at once where this tab has it. */
export const shownAtOnce =
  <Fallback,>(fallback: (request: Request) => Fallback) =>
  async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Fallback> => {
    const address = addressOf(new URL(request.url));
    const known = loaded.get(address);
    if (known && address !== here) return loadOr(() => known.data as Promise<Fallback>, fallback(request));
    const data = serverLoader() as Promise<Fallback>;
    store(address, data);
    // An error is for the page that asks again.
    if (touched.has(address)) return data.catch(() => fallback(request));
    const shown = (await known?.data.catch(() => undefined)) as Fallback | undefined;
    return loadOr(() => data, shown ?? fallback(request));
  };

export function ShownPages({ savesData, hasUnread }: { savesData: boolean; hasUnread: boolean }) {
  const address = addressOf(useLocation());
  const match = useMatches().at(-1);
  const { revalidate } = useRevalidator();
  const isSending = [useNavigation(), ...useFetchers()].some(
    ({ formMethod }) => formMethod !== undefined && formMethod !== "GET",
  );
  useEffect(() => {
    isOff = savesData;
  }, [savesData]);
  useEffect(() => {
    if (here === null && match && shownPages.test(match.pathname))
      store(address, Promise.resolve(match.loaderData));
    else if (here !== address && Date.now() - (loaded.get(address)?.at ?? Date.now()) > freshMs) {
      here = address;
      isRenewing = true;
      void revalidate().finally(() => {
        isRenewing = false;
      });
    }
    here = address;
  }, [address, match, revalidate]);
  useEffect(() => {
    if (!isSending) return;
    forgetShown();
    return forgetShown;
  }, [isSending]);
  return savesData ? null : <TouchedPage hasUnread={hasUnread} />;
}

function TouchedPage({ hasUnread }: { hasUnread: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  const mayMark = useRef(hasUnread);
  useEffect(() => {
    mayMark.current = hasUnread;
  }, [hasUnread]);
  useServerFrames((frame) => {
    if (frame.event === "notice") mayMark.current = frame.data.unread > 0;
  });
  useEffect(() => {
    const touch = ({ target, button }: PointerEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      // A page that is only loaded would mark its notice as read.
      if (!link || button !== 0 || link.target || link.origin !== window.location.origin || mayMark.current)
        return;
      if (shownPages.test(link.pathname)) setAddress(addressOf(link));
    };
    const scroll = () => setAddress(null);
    document.addEventListener("pointerdown", touch);
    document.addEventListener("pointercancel", scroll);
    return () => {
      document.removeEventListener("pointerdown", touch);
      document.removeEventListener("pointercancel", scroll);
    };
  }, []);
  return address && <EarlyLoad key={address} address={address} />;
}

function EarlyLoad({ address }: { address: string }) {
  const { load, reset } = useFetcher();
  const isOpening = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    isOpening.current = state !== "idle";
  }, [state]);
  useEffect(() => {
    if (loaded.has(address) || address === here) return;
    touched.add(address);
    void load(address).finally(() => touched.delete(address));
    // A finger that scrolls ends the request, unless the page opens.
    return () => void (isOpening.current || reset());
  }, [address, load, reset]);
  return null;
}
