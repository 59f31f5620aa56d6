import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { registration } from "./people.ts";

/** Opens a connection, sends raw bytes, and does not read. */
export function openRaw(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, () => resolve(socket)));
    socket.pause();
    socket.once("error", reject);
    socket.on("error", () => {});
  });
}

/** Sends raw bytes and reads until the server closes the connection. @returns the answer */
export function sendRaw(port: number, text: string, timeoutMs = 120_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer ? resolve(answer) : reject(error)));
  });
}

/**
 * Sends the head of a registration, and waits until the server handles it. `finish` sends the body, and returns the
 * status.
 */
export async function beginRegistration({ port }: { port: number }): Promise<{ finish(): Promise<number> }> {
  const headers = { "Content-Type": "application/json", Expect: "100-continue" };
  const sent = request({ port, path: "/api/users/register", method: "POST", headers });
  sent.on("error", () => {});
  sent.flushHeaders();
  await once(sent, "continue");
  return {
    async finish() {
      sent.end(JSON.stringify(registration("asha")));
      const [answer] = await once(sent, "response");
      answer.resume();
      return answer.statusCode;
    },
  };
}
