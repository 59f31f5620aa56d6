import Client from "better-sqlite3";

// Loaded before the server by `--import`: makes a transaction that stored an idempotency key fail right after its
// commit.

const { transaction } = Client.prototype;
Client.prototype.transaction = function (this: Client.Database, run: (...args: unknown[]) => unknown) {
  const made = transaction.call(this, run);
  const countKeys = () => {
    const hasTable = this.prepare("select 1 from sqlite_schema where name = 'idempotency_keys'").get();
    return hasTable ? this.prepare("select count(*) from idempotency_keys").pluck().get() : 0;
  };
  const immediate = (...args: unknown[]) => {
    const before = countKeys();
    const result = made.immediate(...args);
    if (countKeys() !== before) throw new Client.SqliteError("the disk failed", "SQLITE_IOERR");
    return result;
  };
  return Object.assign((...args: unknown[]) => made(...args), {
    deferred: made.deferred,
    exclusive: made.exclusive,
    immediate,
  });
} as typeof transaction;
