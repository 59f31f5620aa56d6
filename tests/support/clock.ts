// Loaded before the server by `--import`: its clock shows what `CLOCK` says at the start, in milliseconds, and goes on
// from there. A message `{ clock }` sets it again.

const realNow = Date.now;
let offset = process.env.CLOCK ? Number(process.env.CLOCK) - realNow() : 0;
Date.now = () => realNow() + offset;

process.on("message", ({ clock }: { clock: number }) => {
  offset = clock - realNow();
});
process.channel?.unref();
