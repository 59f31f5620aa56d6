/** A response with its content read. `body` is the parsed JSON, or the text. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

/** A browser without scripts, or a program. It stores cookies, may have a token, and does not follow redirects. */
export class Visitor {
  readonly url: string;
  token: string | undefined;
  cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.token && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${this.token}`);
    if (this.cookies.size > 0 && !headers.has("Cookie")) {
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    // Not compressed, which would take a tenth of the processor time.
    if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity");
    const response = await fetch(new URL(path, this.url), { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const json = /json/.test(response.headers.get("Content-Type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
      text,
    };
  }

  /** Calls the API with a JSON body. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    if (body === undefined) return this.fetch(path, { method, headers });
    return this.fetch(path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.fetch(path, { headers });
  }

  /** Posts a form as a browser without scripts does on our own page. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.fetch(path, {
      method: "POST",
      headers: { Origin: new URL(this.url).origin, ...headers },
      body: new URLSearchParams(fields),
    });
  }
}
