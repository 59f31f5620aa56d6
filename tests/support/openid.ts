import { type Person, startOpenIdProvider } from "../../scripts/demo/openid-provider.ts";

export type { Person };

export interface OpenIdProvider {
  issuer: string;
  /** The settings of a server that uses this provider as Google. */
  settings: Record<string, string>;
  client: { id: string; secret: string };
  rotateKeys(): void;
  /** The person logged in there. Null declines. */
  person: Person | null;
  /** Signs with an unpublished key. */
  forge: boolean;
  /** How many codes were exchanged for tokens, and how many were refused. */
  granted: number;
  refused: number;
  stop(): Promise<void>;
}

/** A provider where the person is already logged in: it redirects back immediately. */
export async function startOpenId(): Promise<OpenIdProvider> {
  const started = await startOpenIdProvider({
    choosePerson: () => provider.person,
    isForging: () => provider.forge,
    onExchange(isGranted) {
      if (isGranted) provider.granted++;
      else provider.refused++;
    },
  });
  const provider: OpenIdProvider = { ...started, person: null, forge: false, granted: 0, refused: 0 };
  return provider;
}
