import type { Database } from "#db/index.ts";

/** A member of the demo community. */
export interface DemoMember {
  id: number;
  name: string;
  firstName: string;
  email: string;
  batchYear: number;
  skills: string[];
  company: string | null;
}

/** Shared by the seeds of the demo community. */
export interface Demo {
  db: Database;
  /** The folder of the database, `uploads/` and everything else. */
  storage: string;
  members: DemoMember[];
  /** The same numbers in every run: at least 0 and below 1. */
  random(): number;
  /** One of a list, by `random`. */
  pick<T>(list: readonly T[]): T;
  /** When the demo was made, in milliseconds; everything past is before it, everything to come after it. */
  now: number;
}
