import type { Page } from "@playwright/test";
import type { TestServer } from "./server.ts";

/** Empties the directory, and adds these numbers of members to batches. */
export function fillDirectory(server: TestServer, batches: Record<number, number> = {}): void {
  const database = server.database();
  database.exec("delete from connections; update users set status = 'suspended'");
  const insert = database.prepare(
    `insert into users (email, first_name, last_name, name, batch_year, skills, company, position, created_at)
     values (?, 'Ila', ?, 'Ila ' || ?, ?, 'Kiting, Old maps', 'Tidepool Labs', 'Editor', 0)`,
  );
  for (const [year, count] of Object.entries(batches)) {
    for (let n = 100; n < 100 + count; n++) {
      insert.run(
        `ila.${Date.now()}.${Math.random()}.${n}@college.example`,
        `Rao${n}`,
        `Rao${n}`,
        Number(year),
      );
    }
  }
}

/** @returns the dialog of a member */
export const details = (page: Page) => page.getByRole("dialog", { name: "Profile Details" });
