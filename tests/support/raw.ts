import { connect, type Socket } from "node:net";

/** Opens a connection, sends bytes as they are, and reads nothing. */
export function openRaw(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, () => resolve(socket)));
    socket.pause();
    socket.once("error", reject);
    socket.on("error", () => {});
  });
}

/** Sends bytes as they are and reads until the server ends the connection. */
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
