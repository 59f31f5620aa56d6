// A bot for a member's messages: it answers "jobs" with the newest open jobs.
//
// Make a token with "Read and write" at /account/tokens, then run this with Node 22 or later:
//
//   SITE=https://quadrant.example TOKEN=quadrant_… node examples/bot.mjs

const { SITE = "http://localhost:3000", TOKEN = "" } = process.env;

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
if (!/^https?:/.test(SITE)) stop("Set SITE to the address of the site, with https://");
if (!globalThis.WebSocket) stop("Use Node 22 or later");

async function call(path) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(new URL(path, SITE), { headers }).catch(() => null);
  if (!response) throw new Error(`No answer from ${SITE}`);
  const body = await response.json();
  if (!response.ok) throw new Error(`${path}: ${body.detail}`);
  return body;
}

async function answerTo(text) {
  if (text.trim().toLowerCase() !== "jobs") return null;
  const jobs = await call("/api/jobs?showOpenOnly=true&limit=3");
  if (jobs.length === 0) return "There are no open jobs right now.";
  const lineOf = ({ id, title, companyName }) => `${title}, ${companyName}: ${new URL(`/jobs/${id}`, SITE)}`;
  return jobs.map(lineOf).join("\n");
}

function listen(me) {
  const socket = new WebSocket(new URL("/realtime", SITE.replace(/^http/, "ws")));
  const send = (event, data) => socket.send(JSON.stringify({ event, data }));

  socket.onopen = () => send("authenticate", { token: TOKEN });
  socket.onmessage = async ({ data: text }) => {
    const { event, data } = JSON.parse(text);
    if (event === "ready") console.log(`Listening as ${me.name}`);
    if (event === "error" || event === "message_failed") console.error(data.message ?? data.error);
    // What this member writes elsewhere arrives here, too.
    if (event !== "receive_message" || data.senderId === me.id) return;
    const content = await answerTo(data.content).catch((error) => `Sorry: ${error.message}`);
    if (content === null) return;
    send("send_message", { senderId: me.id, receiverId: data.senderId, content, isAnonymous: false });
  };
  socket.onclose = ({ code }) => {
    if (code === 4401) stop("The token has ended.");
    setTimeout(() => listen(me), 5_000);
  };
}

listen(await call("/api/users/me").catch(({ message }) => stop(message)));
