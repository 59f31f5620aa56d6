import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import * as http from "node:http";
import * as https from "node:https";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { AwsV4Signer } from "aws4fetch";
import { readSecret } from "#db/database-url.ts";
import { type FileStore, isStoredName, type StoredFile } from "./file-store.server.ts";

/** Idle timeouts: until a response, until the response to an upload, and while a response is read. */
const timeoutMs = 5_000;
const putTimeoutMs = 10_000;
const readTimeoutMs = 60_000;
const pageSize = 1_000;

/** Has the code of a disk error, so that forms and calls respond with 503. */
class BucketError extends Error {
  readonly code = "EIO";
}

interface Call {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

/** @param url `s3://bucket?endpoint=https://…`; the endpoint defaults to Amazon S3 */
export async function openBucket(url: string): Promise<FileStore> {
  const { host, searchParams } = new URL(url);
  const region = process.env.AWS_REGION ?? "";
  const endpoint = searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  // Imported here because the package is optional.
  const { AwsV4Signer: Signer } = await import("aws4fetch");
  const account = {
    accessKeyId: readSecret("AWS_ACCESS_KEY_ID") ?? "",
    secretAccessKey: readSecret("AWS_SECRET_ACCESS_KEY") ?? "",
    service: "s3",
    region,
    cache: new Map<string, ArrayBuffer>(),
  };
  const sign = (method: string, signedUrl: string, headers: Record<string, string>) =>
    new Signer({ ...account, method, url: signedUrl, headers }).sign();
  return new Bucket(`${endpoint.replace(/\/$/, "")}/${host}`, sign);
}

type SignRequest = (
  method: string,
  url: string,
  headers: Record<string, string>,
) => ReturnType<AwsV4Signer["sign"]>;

class Bucket implements FileStore {
  readonly isShared = true;
  #address: string;
  #sign: SignRequest;
  #agent: http.Agent;

  constructor(address: string, sign: SignRequest) {
    this.#address = address;
    this.#sign = sign;
    const { Agent } = address.startsWith("https:") ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 64 });
  }

  async put(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const isHash = /^[0-9a-f]{64}$/.test(name);
    const headers = {
      "Content-Length": String(size),
      // Has the bucket refuse bytes with another hash.
      ...(isHash && { "x-amz-content-sha256": name }),
    };
    const response = await this.#call({ method: "PUT", key: name, headers, body: path });
    response?.resume();
  }

  async size(name: string): Promise<number | null> {
    const response = await this.#call({ method: "HEAD", key: name });
    response?.resume();
    return response && Number(response.headers["content-length"]);
  }

  async open(name: string, start: number, end: number): Promise<Readable | null> {
    const headers = { Range: `bytes=${start}-${end - 1}` };
    const response = await this.#call({ method: "GET", key: name, headers });
    if (response && Number(response.headers["content-length"]) !== end - start) {
      response.destroy();
      throw new BucketError(`${name} has an unexpected size`);
    }
    return response;
  }

  pathOf(): null {
    return null;
  }

  async remove(name: string): Promise<void> {
    (await this.#call({ method: "DELETE", key: name }))?.resume();
  }

  async *list(): AsyncGenerator<StoredFile> {
    for (let after = "", isTruncated = true; isTruncated; ) {
      const query = { "list-type": "2", "max-keys": String(pageSize), "start-after": after };
      const response = await this.#call({ method: "GET", query });
      const page = response ? await text(response) : "";
      for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        after = readTag(entry, "Key");
        const changedAt = Date.parse(readTag(entry, "LastModified"));
        if (isStoredName(after)) yield { name: after, size: Number(readTag(entry, "Size")), changedAt };
      }
      isTruncated = readTag(page, "IsTruncated") === "true" && after > query["start-after"];
    }
  }

  /** Returns null for a missing object. @throws BucketError */
  async #call(call: Call): Promise<IncomingMessage | null> {
    const { method, key = "", query, headers = {}, body } = call;
    const url = `${this.#address}/${key}${query ? `?${new URLSearchParams(query)}` : ""}`;
    const signed = Object.fromEntries((await this.#sign(method, url, headers)).headers);
    const response = await send(
      url,
      { method, headers: signed, agent: this.#agent, timeout: method === "PUT" ? putTimeoutMs : timeoutMs },
      body,
    );
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const reason = readTag(await text(response), "Code");
    if (statusCode === 404 && key && method !== "PUT" && reason !== "NoSuchBucket") return null;
    throw new BucketError(`the bucket answers ${method} with ${statusCode} ${reason}`.trim());
  }
}

function send(url: string, options: http.RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const req = (url.startsWith("https:") ? https : http).request(url, options, resolve);
    req.on("response", () => req.setTimeout(readTimeoutMs));
    req.on("timeout", () => req.destroy(new BucketError("the bucket does not answer")));
    req.on("error", (error: NodeJS.ErrnoException) => {
      // The bucket closed an idle connection just as we reused it.
      if (req.reusedSocket && error.code === "ECONNRESET") resolve(send(url, options, body));
      else reject(new BucketError(`the bucket: ${error.message || error.code}`));
    });
    if (body === undefined) req.end();
    else pipeline(createReadStream(body), req).catch((error: Error) => req.destroy(error));
  });
}

const readTag = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? "";
