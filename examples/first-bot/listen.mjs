// Prints every message that arrives.
const { SITE = "", TOKEN = "" } = process.env;

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
if (!/^https?:/.test(SITE)) stop("Set SITE to the address of the site, with https://");
if (!globalThis.WebSocket) stop("Use Node 22 or later");

const socket = new WebSocket(new URL("/realtime", SITE.replace("http", "ws")));
const send = (event, data) => socket.send(JSON.stringify({ event, data }));

socket.onopen = () => send("authenticate", { token: TOKEN });
socket.onclose = () => stop("The line was closed. Start again.");
socket.onmessage = (message) => {
  const { event, data } = JSON.parse(message.data);
  if (event === "ready") console.log("Listening. Stop with Ctrl+C.");
  if (event === "receive_message") console.log(`${data.sender.name}: ${data.content}`);
  if (event === "error") stop(data.message);
};
