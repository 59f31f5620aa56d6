import { expect, test } from "vitest";
import { createBoard } from "../support/boards.ts";
import { shareServer } from "../support/integration.ts";
import { newMember } from "../support/people.ts";

const server = await shareServer();
const database = server.database();

test("keepers are notified of at most twenty changes by one member in an hour, and every change is saved", async () => {
  const [keeper, other] = [await newMember(server), await newMember(server, "rohan")];
  const { slug } = await createBoard(server, keeper, { keepers: [keeper.id, other.id] });
  for (let n = 1; n <= 23; n++) {
    const { status } = await keeper.call("PUT", `/api/boards/${slug}`, { title: `Menu ${n}` });
    expect([n, status]).toEqual([n, 200]);
  }
  const told = database.prepare("select count, facts ->> 'title' as title from notices where user_id = ?");
  expect(told.all(Number(other.id))).toEqual([{ count: 20, title: "Menu 20" }]);
  expect((await other.get(`/api/boards/${slug}`)).body.title).toBe("Menu 23");
  // The limit is for each member.
  await other.call("PUT", `/api/boards/${slug}`, { title: "Menu of the other" });
  expect(told.all(Number(keeper.id))).toEqual([{ count: 1, title: "Menu of the other" }]);
});
