// Asks the site who the token belongs to.
const { SITE = "", TOKEN = "" } = process.env;

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
if (!/^https?:/.test(SITE)) stop("Set SITE to the address of the site, with https://");

const headers = { Authorization: `Bearer ${TOKEN}` };
const response = await fetch(new URL("/api/users/me", SITE), { headers }).catch(() => stop("No answer"));
const me = await response.json();
if (!response.ok) stop(me.detail);
console.log(`Hello, ${me.name}! Your id is ${me.id}.`);
