// Answers "ping" with "pong".
const { SITE, TOKEN } = process.env;

let myId = "";

const socket = new WebSocket(`${SITE.replace("http", "ws")}/realtime`);
const send = (event, data) => socket.send(JSON.stringify({ event, data }));

socket.onopen = () => send("authenticate", { token: TOKEN });
socket.onmessage = (message) => {
  const { event, data } = JSON.parse(message.data);
  if (event === "ready") {
    myId = data.userId;
    console.log("Listening. Stop with Ctrl+C.");
  }
  if (event === "error" || event === "message_failed") console.error(data.message ?? data.error);
  // What you write yourself elsewhere arrives here, too: a bot must never answer itself.
  if (event !== "receive_message" || data.senderId === myId) return;
  console.log(`${data.sender.name}: ${data.content}`);
  if (data.content !== "ping") return;
  send("send_message", { senderId: myId, receiverId: data.senderId, content: "pong", isAnonymous: false });
};
