import { isNull, type SQL, sql } from "drizzle-orm";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { users } from "#db/index.ts";
import { linkWithReturn } from "./return-link.ts";

export type ProviderId = "google" | "oidc";

/** An account at an OpenID provider. */
interface Account {
  issuer: string;
  subject: string;
}

/** An OpenID Connect provider. Members may log in through each that is set up. */
export interface Provider {
  id: ProviderId;
  name: string;
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** The values of the claim `email_verified` that mean yes. */
  verifiedClaims: unknown[];
  /** Whether a token without the claim `email_verified` is accepted. */
  isTrusted: boolean;
  /** A condition on `users` or an alias of it: the member with this account. */
  isLinkedTo(account: Account, table?: string): SQL;
  /** A condition on `users`: the member has no account at this issuer. */
  isUnlinked(account: Account): SQL;
  /** The columns of `users` that link a member to this account. */
  columns(account: Account): Partial<typeof users.$inferInsert>;
}

const providers: Record<ProviderId, Provider> = {
  google: {
    id: "google",
    name: "Google",
    issuer: env.GOOGLE_ISSUER,
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    verifiedClaims: [true],
    isTrusted: false,
    isLinkedTo: ({ subject }, table = "users") => sql`${sql.raw(table)}.google_subject = ${subject}`,
    isUnlinked: () => isNull(users.googleSubject),
    columns: ({ subject }) => ({ googleSubject: subject }),
  },
  oidc: {
    id: "oidc",
    name: env.OIDC_NAME,
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    // Some providers send a string.
    verifiedClaims: [true, "true"],
    isTrusted: env.OIDC_TRUST_EMAIL === "yes",
    isLinkedTo: ({ issuer, subject }, table = "users") =>
      sql`(${sql.raw(table)}.oidc_issuer = ${issuer} and ${sql.raw(table)}.oidc_subject = ${subject})`,
    isUnlinked: ({ issuer }) => sql`${users.oidcIssuer} is not ${issuer}`,
    columns: ({ issuer, subject }) => ({ oidcIssuer: issuer, oidcSubject: subject }),
  },
};

export const allProviders = Object.values(providers);

/** @throws HttpError 404 */
export function requireProvider(id: string): Provider {
  const provider = allProviders.find((known) => known.id === id);
  if (!provider) throw new HttpError(404);
  return provider;
}

/** @returns the buttons of the providers that are set up */
export const listProviderButtons = (redirectTo: string | null) =>
  allProviders
    .filter(({ clientId, clientSecret }) => clientId && clientSecret)
    .map(({ id, name }) => ({
      id,
      name,
      href: linkWithReturn(`/auth/${id}`, redirectTo),
    }));
export type ProviderButton = ReturnType<typeof listProviderButtons>[number];
