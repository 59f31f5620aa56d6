import { demoLogIns } from "./log-ins.ts";
import { type Person, startOpenIdProvider } from "./openid-provider.ts";

const [, , alumna] = demoLogIns;

/** The accounts at the demo's "Google". */
const accounts: readonly (Person & { name: string; note: string })[] = [
  {
    sub: "demo-new",
    email: "nila.varghese@mail.example",
    email_verified: true,
    name: "Nila Varghese",
    given_name: "Nila",
    family_name: "Varghese",
    note: "New here: joins the community",
  },
  {
    sub: "demo-known",
    email: alumna.email,
    email_verified: true,
    name: `${alumna.firstName} ${alumna.lastName}`,
    given_name: alumna.firstName,
    family_name: alumna.lastName,
    note: "A member: logs in",
  },
  {
    sub: "demo-unverified",
    email: "omkar.desai@mail.example",
    email_verified: false,
    name: "Omkar Desai",
    given_name: "Omkar",
    family_name: "Desai",
    note: "Email not verified: is refused",
  },
];

/**
 * Starts an OpenID provider in place of Google, where visitors choose one of three accounts.
 * @returns the server's settings for it
 */
export async function startDemoGoogle(): Promise<Record<string, string>> {
  const { settings } = await startOpenIdProvider({
    choosePerson(url) {
      const choice = url.searchParams.get("account");
      if (choice === null) return { page: renderAccounts(url) };
      const account = accounts.find(({ sub }) => sub === choice);
      if (!account) return null;
      const { note: _, ...person } = account;
      return person;
    },
  });
  return settings;
}

function renderAccounts(url: URL): string {
  const link = (account: string) => {
    const target = new URL(url);
    target.searchParams.set("account", account);
    return target.search.replaceAll("&", "&amp;");
  };
  const rows = accounts.map(
    ({ sub, name, email, note }) =>
      `<li><a href="${link(sub)}"><b>${name}</b><span>${email}</span><small>${note}</small></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account · Demo</title>
<style>
  :root { color-scheme: light dark }
  body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; font: 1.0625rem/1.5 system-ui, sans-serif }
  h1 { font: 600 1.625rem/1.2 ui-serif, Georgia, serif }
  ul { padding: 0; list-style: none; border-top: 1px solid }
  li a { display: grid; padding: .75rem 0; border-bottom: 1px solid; color: inherit; text-decoration: none }
  li a:hover b { text-decoration: underline }
</style>
<h1>Choose an account</h1>
<p>This page stands in for Google in the demo. The accounts are made up.</p>
<ul>
${rows.join("\n")}
</ul>
<p><a href="${link("none")}">Cancel</a></p>
</html>
`;
}
