/** An address, alone or after a name: `Quadrant <hello@college.example>`. A quoted name may have any character. */
export const oneMailbox =
  /^\s*(("[^"\r\n]*"|[^"<>,;:@\r\n]*)<[^\s"<>(),;:@]+@[^\s"<>(),;:@]+>|[^\s"<>(),;:@]+@[^\s"<>(),;:@]+)\s*$/;

/** Checks every part, because an unescaped character in a password ends the host early and shifts what follows it. */
export function isMailServer(text: string): boolean {
  const {
    hostname = "",
    pathname = "",
    search = "",
    hash = "",
    username = "",
    password = "",
  } = URL.parse(text) ?? {};
  return (
    /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(hostname) &&
    /^\/?$/.test(pathname) &&
    !search.includes("@") &&
    hash === "" &&
    !/%(?![\da-f]{2})/i.test(username + password)
  );
}

/** Whether a password would go to the mail server unencrypted. */
export function sendsPlainPassword(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "smtp:" &&
    url.searchParams.get("ignoreTLS") === "true" &&
    url.username + url.password !== ""
  );
}

/** Whether it is an email or a web address. */
export function isContact(text: string): boolean {
  return /^[^\s<>"@:]+@[^\s<>"@:]+$/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

function isOwnMachine(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** Whether it is the address of an OpenID provider: https, or http on this machine. */
export function isIssuer(text: string): boolean {
  const { protocol, hostname = "", search = "", hash = "" } = URL.parse(text) ?? {};
  const isEncrypted = protocol === "https:" || (protocol === "http:" && isOwnMachine(hostname));
  return isEncrypted && search === "" && hash === "";
}

/** Whether an OpenID provider's address names one organization. These are Microsoft's names for several. */
export function isOneTenant(text: string): boolean {
  return !/^\/(common|organizations|consumers)(\/|$)/i.test(URL.parse(text)?.pathname ?? "");
}

/** Whether an address has a secret that would cross a network unencrypted without `?plain=true`. */
export function sendsPlainSecret(text: string): boolean {
  const { hostname = "", username = "", password = "", searchParams } = URL.parse(text.trim()) ?? {};
  return username + password !== "" && !isOwnMachine(hostname) && searchParams?.get("plain") !== "true";
}

/** Whether files would cross a network unencrypted without `plain=true`. */
export function isPlainBucket(text: string): boolean {
  const { searchParams } = URL.parse(text) ?? {};
  const endpoint = URL.parse(searchParams?.get("endpoint") ?? "");
  return (
    endpoint?.protocol === "http:" &&
    !isOwnMachine(endpoint.hostname) &&
    searchParams?.get("plain") !== "true"
  );
}

export function isRqliteAddress(text: string): boolean {
  const { protocol, host = "", username = "", password = "" } = URL.parse(text) ?? {};
  return protocol === "rqlite:" && host !== "" && !/%(?![\da-f]{2})/i.test(username + password);
}

export function areNatsAddresses(text: string): boolean {
  return text.split(",").every((part) => {
    const { protocol, host = "", username = "", password = "" } = URL.parse(part) ?? {};
    return (
      /^(nats|tls):$/.test(protocol ?? "") && host !== "" && !/%(?![\da-f]{2})/i.test(username + password)
    );
  });
}

export function isBucketAddress(text: string): boolean {
  const { protocol, host = "", pathname = "", searchParams } = URL.parse(text) ?? {};
  const { endpoint, plain: _, ...others } = Object.fromEntries(searchParams ?? []);
  return (
    protocol === "s3:" &&
    /^[a-z0-9][a-z0-9.-]+$/.test(host) &&
    /^\/?$/.test(pathname) &&
    Object.keys(others).length === 0 &&
    (endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
  );
}
