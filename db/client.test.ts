import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectDatabase } from "./client.ts";

test("the value of a parameter cannot make SQLite compile a statement again", () => {
  const folder = mkdtempSync(join(tmpdir(), "quadrant-client-"));
  const { $client } = connectDatabase(folder, { fileMustExist: false });
  try {
    $client.exec(
      "create table things (id integer primary key, size integer); insert into things values (1, 7), (2, 8)",
    );
    const statement = $client.prepare(
      `select id, 'It''s ?' as "a "" ?" from things where size in (?, ?) order by id desc limit ?`,
    );
    expect(statement.source).toBe(
      `select id, 'It''s ?' as "a "" ?" from things where size in (+?, +?) order by id desc limit +?`,
    );
    expect(statement.all(7, 8, 1)).toEqual([{ id: 2, 'a " ?': "It's ?" }]);
    // The type of a value stays as it is.
    expect(
      $client.prepare("select typeof(?) as a, typeof(?) as b, typeof(?) as c").get("7", 7.5, null),
    ).toEqual({ a: "text", b: "real", c: "null" });
  } finally {
    $client.close();
    rmSync(folder, { recursive: true });
  }
});
