import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail as the server got it. `text` is its body, decoded. */
export interface Delivered {
  to: string;
  headers: string;
  text: string;
}

/** What the server does with the next message once it has it: takes it (and answers or not), answers otherwise. */
export type Reaction = "take" | "take and hang up" | "take and say nothing" | `${number} ${string}`;

export interface SmtpServer {
  url: string;
  delivered: Delivered[];
  /** How often somebody began to send a message. */
  begun(): number;
  /** Reactions to the next messages, in order; when there are none left it takes what comes. */
  reactions: Reaction[];
  stop(): Promise<void>;
}

/** A small real SMTP server on a free port (RFC 5321, without encryption and log-in). */
export async function startSmtp(port = 0): Promise<SmtpServer> {
  const delivered: Delivered[] = [];
  const reactions: Reaction[] = [];
  const sockets = new Set<Socket>();
  let begun = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let waiting = "";
    let to = "";
    let message: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mail.example ready");

    const hear = (line: string) => {
      if (message) {
        if (line !== ".") return void message.push(line.replace(/^\.\./, "."));
        const letter = { to, ...read(message) };
        message = null;
        const reaction = reactions.shift() ?? "take";
        if (reaction.startsWith("take")) delivered.push(letter);
        if (reaction.endsWith("hang up")) socket.destroy();
        else if (reaction !== "take and say nothing") say(reaction === "take" ? "250 taken" : reaction);
        return;
      }
      const [, verb = "", rest = ""] = /^(\w+)(.*)$/.exec(line) ?? [];
      if (verb === "RCPT") to = /<(.*)>/.exec(rest)?.[1] ?? "";
      if (verb === "DATA") {
        begun++;
        message = [];
        say("354 go on");
      } else if (verb === "QUIT") socket.end("221 bye\r\n");
      else say("250 ok");
    };
    socket.on("data", (chunk) => {
      const lines = (waiting + chunk).split("\r\n");
      waiting = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    reactions,
    begun: () => begun,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function read(lines: string[]): Pick<Delivered, "headers" | "text"> {
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
