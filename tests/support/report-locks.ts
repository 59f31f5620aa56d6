import Client from "better-sqlite3";

// Loaded before the server by `--import`: sends "locked" each time that a statement finds the store locked.

const prototype = Object.getPrototypeOf(new Client(":memory:").prepare("select 1")) as {
  run: (...values: unknown[]) => unknown;
};
const { run } = prototype;
prototype.run = function (...values) {
  try {
    return run.apply(this, values);
  } catch (error) {
    if ((error as { code?: string }).code === "SQLITE_BUSY") process.send?.("locked");
    throw error;
  }
};
