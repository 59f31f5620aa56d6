import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/**
 * Starts a reverse proxy like one that terminates TLS: it forwards requests with the headers proxies add.
 * @param added the headers it adds, by the request's own `Host`
 * @param portOf the port to forward a path to, for a server that starts after its proxy
 * @param tls whether visitors connect with TLS, using the tests' certificate
 */
export async function startProxy(
  port: number,
  added: (host: string) => Record<string, string>,
  tls = false,
  portOf: (path: string) => number = () => port,
): Promise<{ url: string; stop: () => void }> {
  const pass = (req: IncomingMessage, res: ServerResponse) => {
    const headers = { ...req.headers, ...added(req.headers.host ?? "") };
    const { url: path = "/", method } = req;
    const passed = request({ host: "127.0.0.1", port: portOf(path), path, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on("error", () => res.destroy());
    req.pipe(passed);
  };
  const file = (name: string) => readFileSync(new URL(`./tls/${name}`, import.meta.url));
  const proxy = tls
    ? createTlsServer({ key: file("key.pem"), cert: file("cert.pem") }, pass)
    : createServer(pass);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
