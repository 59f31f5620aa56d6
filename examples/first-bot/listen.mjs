// Prints every message that arrives.
const { SITE, TOKEN } = process.env;

const socket = new WebSocket(`${SITE.replace("http", "ws")}/realtime`);
const send = (event, data) => socket.send(JSON.stringify({ event, data }));

socket.onopen = () => send("authenticate", { token: TOKEN });
socket.onmessage = (message) => {
  const { event, data } = JSON.parse(message.data);
  if (event === "ready") console.log("Listening. Stop with Ctrl+C.");
  if (event === "receive_message") console.log(`${data.sender.name}: ${data.content}`);
  if (event === "error") console.error(data.message);
};
