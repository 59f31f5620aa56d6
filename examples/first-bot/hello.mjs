// Asks the site who the token belongs to.
const { SITE, TOKEN } = process.env;

const headers = { Authorization: `Bearer ${TOKEN}` };
const response = await fetch(`${SITE}/api/users/me`, { headers });
const me = await response.json();
console.log(response.ok ? `Hello, ${me.name}! Your id is ${me.id}.` : me.detail);
