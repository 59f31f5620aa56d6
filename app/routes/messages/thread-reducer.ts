import type { Message } from "../../schemas/message.ts";

/** A message as a thread shows it. */
export interface Row {
  /** What it is to React: the same before and after it is saved. */
  key: string;
  /** The server's id, or the temporary one. */
  id: string;
  content: string;
  /** When it was sent, in milliseconds. */
  at: number;
  own: boolean;
  state: "pending" | "sent" | "seen" | "unsaved";
}

/** A message that waits in the page to be sent. */
export interface Pending {
  tempId: string;
  senderId: string;
  receiverId: string;
  content: string;
  at: number;
}

export type ThreadAction =
  | { type: "merge"; rows: Row[] }
  | { type: "added"; pending: Pending }
  | { type: "saved"; tempId: string; row: Row }
  | { type: "unsaved"; tempId: string }
  | { type: "failed"; tempId: string }
  | { type: "seen"; ids: string[] };

/** The number of a stored message; what is not stored has none. */
export const storedId = ({ id }: { id: string }): number | null => (/^\d+$/.test(id) ? Number(id) : null);

export function toRow(message: Message, viewerId: string): Row {
  const { id, content, timestamp, seen, senderId } = message;
  return {
    key: id,
    id,
    content,
    at: Date.parse(timestamp),
    own: senderId === viewerId,
    state: seen ? "seen" : "sent",
  };
}

export const pendingRow = ({ tempId, content, at }: Pending): Row => ({
  key: tempId,
  id: tempId,
  content,
  at,
  own: true,
  state: "pending",
});

/** A thread's rows after a change: stored ones by id, then what is not stored, in the order it came. */
export function threadReducer(rows: Row[], change: ThreadAction): Row[] {
  switch (change.type) {
    case "merge":
      return mergeRows(rows, change.rows);
    case "added":
      return [...rows, pendingRow(change.pending)];
    case "saved": {
      const rest = rows.filter(({ id }) => id !== change.tempId);
      return mergeRows(rest, [{ ...change.row, key: change.tempId }]);
    }
    case "unsaved":
      return rows.map((row) => (row.id === change.tempId ? { ...row, state: "unsaved" } : row));
    case "failed":
      return rows.filter(({ id }) => id !== change.tempId);
    case "seen": {
      const ids = new Set(change.ids);
      return rows.map((row) => (ids.has(row.id) && row.own ? { ...row, state: "seen" } : row));
    }
  }
}

function mergeRows(rows: Row[], news: Row[]): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const row of news) {
    const before = known.get(row.id);
    // What was seen stays seen, whichever answer comes last.
    if (before)
      known.set(row.id, { ...row, key: before.key, state: before.state === "seen" ? "seen" : row.state });
    else known.set(row.id, row);
  }
  const all = [...known.values()];
  const stored = all.filter((row) => storedId(row) !== null);
  stored.sort((a, b) => (storedId(a) ?? 0) - (storedId(b) ?? 0));
  return [...stored, ...all.filter((row) => storedId(row) === null)];
}

/** The newest stored id of some rows, 0 without any. */
export const newestId = (rows: Row[]): number =>
  rows.reduce((newest, row) => Math.max(newest, storedId(row) ?? 0), 0);
