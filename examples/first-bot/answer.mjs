// Answers "ping" with "pong".
const { SITE = "", TOKEN = "" } = process.env;

let myId = "";

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
  if (event === "ready") {
    myId = data.userId;
    console.log("Listening. Stop with Ctrl+C.");
  }
  if (event === "error") stop(data.message);
  if (event === "message_failed") console.error(data.error);
  // What you write elsewhere arrives here as well: a bot must never answer itself.
  if (event !== "receive_message" || data.senderId === myId) return;
  console.log(`${data.sender.name}: ${data.content}`);
  if (data.content !== "ping") return;
  send("send_message", { senderId: myId, receiverId: data.senderId, content: "pong", isAnonymous: false });
};
