// Answers "ping" with "pong".
const { SITE, TOKEN } = process.env;

const headers = { Authorization: `Bearer ${TOKEN}` };
const response = await fetch(`${SITE}/api/users/me`, { headers });
const me = await response.json();

const socket = new WebSocket(`${SITE.replace("http", "ws")}/realtime`);
const send = (event, data) => socket.send(JSON.stringify({ event, data }));

socket.onopen = () => {
  send("authenticate", { token: TOKEN });
  send("join", { userId: me.id });
  console.log("Listening. Stop with Ctrl+C.");
};
socket.onmessage = (message) => {
  const { event, data } = JSON.parse(message.data);
  if (event === "error" || event === "message_failed") console.error(data.message ?? data.error);
  // What you write yourself elsewhere arrives here, too: a bot must never answer itself.
  if (event !== "receive_message" || data.senderId === me.id) return;
  console.log(`${data.sender.name}: ${data.content}`);
  if (data.content !== "ping") return;
  send("send_message", { senderId: me.id, receiverId: data.senderId, content: "pong", isAnonymous: false });
};
