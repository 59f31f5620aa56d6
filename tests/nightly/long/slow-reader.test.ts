import { expect, test } from "vitest";
import { shareServer, unlimited } from "../../support/integration.ts";
import { join } from "../../support/people.ts";
import { Socket } from "../../support/socket.ts";

const server = await shareServer(unlimited);

test("a client that does not read is disconnected, and delays nobody else", async () => {
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const [slow, quick] = [await Socket.of(rohan), await Socket.of(rohan)];
  slow.socket.pause();
  const text = "😀".repeat(3_900);
  const until = Date.now() + 15_000;
  let closed = false;
  void slow.closed.then(() => {
    closed = true;
  });
  const send = (n: number) =>
    asha.call("POST", "/api/messages/send", {
      senderId: asha.id,
      receiverId: rohan.id,
      content: `${n} ${text}`,
      isAnonymous: false,
      tempId: `temp-slow-${n}`,
    });
  // The network buffers some megabytes before the server must.
  for (let n = 0; n < 1_500 && Date.now() < until; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, m) => send(n + m)));
  slow.socket.resume();
  await expect.poll(() => closed).toBe(true);
  await quick.settled();
  await quick.close();
});
