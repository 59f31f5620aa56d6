import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** A bucket in memory with the part of S3 that we use. It checks every signature and hash. */
export interface S3 {
  /** The settings of a server that stores there. */
  settings: Record<string, string>;
  objects: Map<string, S3Object>;
  /** Its error answers, such as `403 SignatureDoesNotMatch`. */
  refused: string[];
  /** Delays of its answers to storing and deleting an object. */
  putMs: number;
  deleteMs: number;
  /** Number of listings started. */
  lists: number;
  /**
   * `away` refuses connections, `hanging` accepts them and never answers, `cutting` closes them in the middle of a
   * file.
   */
  become(state: State): Promise<void>;
  stop(): Promise<void>;
}

type State = "there" | "away" | "hanging" | "cutting";

interface S3Object {
  bytes: Buffer;
  changedAt: Date;
}

const account = { id: "AKIAQUADRANT", secret: "kept/by+the=test", region: "ap-south-1" };
const bucket = "quadrant-files";
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Starts a bucket on a free port of this machine. */
export async function startS3(): Promise<S3> {
  const objects = new Map<string, S3Object>();
  const refused: string[] = [];
  let current: State = "there";
  const server = createServer((req, res) => {
    if (current === "hanging") return;
    void answer(req, res).catch((error: Error) => res.destroy(error));
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const bytes = await buffer(req);
    const url = new URL(req.url ?? "", "http://bucket");
    if (url.searchParams.get("start-after") === "") s3.lists++;
    const refuse = (status: number, code: string) => {
      refused.push(`${status} ${code}`);
      res.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    };
    if (!isSignedBy(req, url)) return refuse(403, "SignatureDoesNotMatch");
    const declared = req.headers["x-amz-content-sha256"];
    if (declared !== "UNSIGNED-PAYLOAD" && req.method === "PUT" && declared !== sha256(bytes))
      return refuse(400, "XAmzContentSHA256Mismatch");
    if (!url.pathname.startsWith(`/${bucket}/`)) return refuse(404, "NoSuchBucket");
    const key = url.pathname.slice(bucket.length + 2);
    if (key === "") return void res.end(list(url.searchParams));
    if (req.method === "PUT") {
      if (req.headers["content-length"] === undefined) return refuse(411, "MissingContentLength");
      objects.set(key, { bytes, changedAt: new Date() });
      await wait(s3.putMs);
      return void res.end();
    }
    if (req.method === "DELETE") {
      await wait(s3.deleteMs);
      objects.delete(key);
      return void res.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? "") ?? [];
    const part = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
    res.writeHead(from === undefined ? 200 : 206, { "Content-Length": part.length });
    if (current === "cutting" && req.method === "GET")
      return void res.write(part.subarray(0, part.length / 2), () => res.destroy());
    res.end(req.method === "HEAD" ? undefined : part);
  }

  /** Two objects a page, so that every list has several pages. */
  function list(query: URLSearchParams): string {
    const after = query.get("start-after") ?? "";
    const left = [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([key]) => key > after);
    const entries = left.slice(0, 2).map(
      ([key, { bytes, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified>
         <Size>${bytes.length}</Size></Contents>`,
    );
    return `<ListBucketResult><IsTruncated>${left.length > 2}</IsTruncated>${entries.join("")}</ListBucketResult>`;
  }

  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const s3: S3 = {
    settings: {
      FILES_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: account.id,
      AWS_SECRET_ACCESS_KEY: account.secret,
      AWS_REGION: account.region,
    },
    objects,
    refused,
    putMs: 0,
    deleteMs: 0,
    lists: 0,
    async become(state) {
      current = state;
      if (state === "away") return close();
      server.closeAllConnections();
      if (!server.listening) await listen(port);
    },
    stop: close,
  };
  return s3;
}

/** Signature version 4 from Amazon's description, independent of the package that signs. */
function isSignedBy(req: IncomingMessage, url: URL): boolean {
  const authorization = req.headers.authorization ?? "";
  const [, id, scope = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const moment = String(req.headers["x-amz-date"]);
  const [date = "", region, service, end] = scope.split("/");
  const isRecent =
    Math.abs(Date.now() - Date.parse(moment.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"))) <
    900_000;
  const isOurs = id === account.id && region === account.region && `${service}/${end}` === "s3/aws4_request";
  if (!isRecent || !isOurs || !moment.startsWith(date) || !/\bhost\b/.test(names)) return false;
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const headers = names.split(";").map((name) => `${name}:${String(req.headers[name]).trim()}\n`);
  const canonical = [
    req.method,
    url.pathname,
    query.join("&"),
    headers.join(""),
    names,
    req.headers["x-amz-content-sha256"],
  ].join("\n");
  const key = [date, account.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${account.secret}`,
  );
  const text = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
