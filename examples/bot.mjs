// A bot for a member's messages: it answers "jobs" with the newest open jobs, and "all jobs" with a file of all.
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

async function call(path, { method = "GET", body } = {}) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  // A form has its own content type.
  if (body && !(body instanceof FormData)) headers["Content-Type"] = "application/json";
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const response = await fetch(new URL(path, SITE), { method, headers, body: sent }).catch(() => null);
  if (!response) throw new Error(`No answer from ${SITE}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.detail}`);
  return answer;
}

const lineOf = ({ id, title, companyName }) => `${title}, ${companyName}: ${new URL(`/jobs/${id}`, SITE)}`;

async function upload(name, text) {
  const body = new FormData();
  body.set("file", new File([text], name));
  return call("/api/uploads?for=message", { method: "POST", body });
}

/** What the bot answers, or null. `attachments` are files that were uploaded for it. */
async function answerTo({ content, attachments = [] }) {
  const text = content.trim().toLowerCase();
  if (text === "jobs") {
    const jobs = await call("/api/jobs?showOpenOnly=true&limit=3");
    return { content: jobs.map(lineOf).join("\n") || "There are no open jobs right now." };
  }
  if (text === "all jobs") {
    const jobs = await call("/api/jobs?showOpenOnly=true&limit=200");
    const { id } = await upload("jobs.txt", `${jobs.map(lineOf).join("\n")}\n`);
    return { content: `${jobs.length} open jobs`, attachments: [id] };
  }
  if (attachments.length > 0) return { content: `I cannot read ${attachments[0].name}.` };
  return null;
}

function listen(me) {
  const socket = new WebSocket(new URL("/realtime", SITE.replace(/^http/, "ws")));
  const send = (event, data) => socket.send(JSON.stringify({ event, data }));

  socket.onopen = () => send("authenticate", { token: TOKEN });
  socket.onmessage = async ({ data: text }) => {
    const { event, data } = JSON.parse(text);
    if (event === "ready") console.log(`Listening as ${me.name}`);
    if (event === "error" || event === "message_failed") console.error(data.message ?? data.error);
    // What this member writes elsewhere arrives here as well.
    if (event !== "receive_message" || data.senderId === me.id) return;
    const answer = await answerTo(data).catch((error) => ({ content: `Sorry: ${error.message}` }));
    if (answer === null) return;
    const to = { senderId: me.id, receiverId: data.senderId, isAnonymous: false };
    // "replyTo" shows the words that the answer is about.
    send("send_message", { ...to, ...answer, replyTo: data.id });
    const reaction = { method: "PUT", body: { sign: "check" } };
    await call(`/api/messages/${data.id}/reaction`, reaction).catch(({ message }) => console.error(message));
  };
  socket.onclose = ({ code }) => {
    if (code === 4401) stop("The token has ended.");
    setTimeout(() => listen(me), 5_000);
  };
}

listen(await call("/api/users/me").catch(({ message }) => stop(message)));
