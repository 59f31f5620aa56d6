import { handover } from "#db/index.ts";
import type { Demo } from "./demo.ts";

/** What the administrators wrote for their successors. */
export async function seedHandover({ db }: Demo): Promise<void> {
  await db.insert(handover).values({
    domain:
      "quadrant.demo.example is registered at Northlight Domains, in the name of the alumni office. Paid until March 2031.",
    server: "A small machine at the computer centre. Mr Rao in room 214 can log in.",
    mail: "quadrant@demo.example, an account of the alumni office.",
    backupKey: "One printed copy is in the safe of the alumni office, another with the dean.",
    contact1Name: "Prof. Ila Menon",
    contact1Email: "ila.menon@demo.example",
  });
}
