import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** A mail that the server accepted. `text` is its decoded body, or its plain part. */
export interface Delivered {
  to: string;
  headers: string;
  text: string;
  /** Empty for a plain text mail. */
  html: string;
}

/** How the server reacts to a complete message: accepts it, with or without a reply, or sends another reply. */
export type Reaction = "accept" | "accept and hang up" | "accept and say nothing" | `${number} ${string}`;

export interface SmtpServer {
  url: string;
  delivered: Delivered[];
  /** Every command received before encryption started. */
  plainLines: string[];
  /** Number of messages started. */
  begun(): number;
  /** Reactions to the next messages, in order. After the last one the server accepts everything. */
  reactions: Reaction[];
  /** Addresses whose mails are always refused, regardless of `reactions`. */
  refused: Set<string>;
  stop(): Promise<void>;
}

const readTestFile = (name: string) => readFileSync(new URL(`./tls/${name}`, import.meta.url));

/**
 * Starts a small real SMTP server on a free port (RFC 5321).
 * @param startTls whether it offers encryption (RFC 3207), with a self-signed certificate for 127.0.0.1
 */
export async function startSmtp(port = 0, { startTls = false } = {}): Promise<SmtpServer> {
  const plainLines: string[] = [];
  const delivered: Delivered[] = [];
  const reactions: Reaction[] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  let begun = 0;
  const server = createServer((plain) => {
    sockets.add(plain);
    plain.on("close", () => sockets.delete(plain));
    let socket: Socket = plain;
    let buffered = "";
    let to = "";
    let message: string[] | null = null;
    const reply = (line: string) => socket.write(`${line}\r\n`);

    const handleLine = (line: string) => {
      if (message) {
        if (line !== ".") return void message.push(line.replace(/^\.\./, "."));
        const mail = { to, ...read(message) };
        message = null;
        const reaction = refused.has(to) ? "550 no such person" : (reactions.shift() ?? "accept");
        if (reaction.startsWith("accept")) delivered.push(mail);
        if (reaction.endsWith("hang up")) socket.destroy();
        else if (reaction !== "accept and say nothing")
          reply(reaction === "accept" ? "250 accepted" : reaction);
        return;
      }
      if (socket === plain) plainLines.push(line);
      const [, verb = "", rest = ""] = /^(\w+)(.*)$/.exec(line) ?? [];
      if (verb === "RCPT") to = /<(.*)>/.exec(rest)?.[1] ?? "";
      if (verb === "DATA") {
        begun++;
        message = [];
        reply("354 go on");
      } else if (verb === "QUIT") socket.end("221 bye\r\n");
      else if (verb === "EHLO")
        reply(`250-mail.example\r\n${startTls ? "250-STARTTLS\r\n" : ""}250 AUTH PLAIN`);
      else if (verb === "AUTH") reply("235 welcome");
      else if (verb === "STARTTLS" && startTls) {
        reply("220 go on");
        plain.removeAllListeners("data");
        const options = { isServer: true, key: readTestFile("key.pem"), cert: readTestFile("cert.pem") };
        listen(new TLSSocket(plain, options));
      } else reply(verb === "STARTTLS" ? "502 not here" : "250 ok");
    };
    const listen = (stream: Socket) => {
      socket = stream;
      stream.on("error", () => {});
      stream.on("data", (chunk) => {
        const lines = (buffered + String(chunk)).split("\r\n");
        buffered = lines.pop() ?? "";
        for (const line of lines) handleLine(line);
      });
    };
    listen(plain);
    reply("220 mail.example ready");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    reactions,
    refused,
    plainLines,
    begun: () => begun,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function read(lines: string[]): Pick<Delivered, "headers" | "text" | "html"> {
  const boundary = /^content-type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(
    lines.slice(0, lines.indexOf("")).join("\n"),
  )?.[1];
  if (boundary === undefined) return { ...decode(lines), html: "" };
  const parts = lines.join("\n").split(`\n--${boundary}`).slice(1, 3);
  const [text = "", html = ""] = parts.map((part) => decode(part.slice(1).split("\n")).text);
  return { headers: lines.slice(0, lines.indexOf("")).join("\n"), text, html };
}

function decode(lines: string[]): Pick<Delivered, "headers" | "text"> {
  const end = lines.indexOf("");
  const headers = lines.slice(0, end).join("\n");
  const body = lines.slice(end + 1).join("\n");
  if (/^content-transfer-encoding: base64/im.test(headers))
    return { headers, text: Buffer.from(body, "base64").toString() };
  if (!/^content-transfer-encoding: quoted-printable/im.test(headers)) return { headers, text: body };
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: Buffer.from(bytes, "latin1").toString() };
}
