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
  /** The folder with the database and `uploads/`. */
  storage: string;
  members: DemoMember[];
  /** A number from 0 to below 1, the same sequence in every run. */
  random(): number;
  /** A random item of a list. */
  pick<T>(list: readonly T[]): T;
  /** When the demo was created, in Unix milliseconds. */
  now: number;
}
