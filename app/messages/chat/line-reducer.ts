import type { Reaction } from "../rules.ts";

interface LineReaction {
  sign: Reaction;
  count: number;
  own: boolean;
}

/** A file of a line. It has no address until it is sent. */
export interface LineFile {
  name: string;
  size: number;
  url?: string;
  width?: number | null;
  height?: number | null;
}

export interface ChatLine {
  /** React's key, which does not change when the line is saved. */
  key: string;
  id: string;
  content: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
  isOwn: boolean;
  author?: string;
  /** The viewer's own lines have a clock while they are `pending`, and a tick once they are `sent` or `seen`. */
  state: "pending" | "stored" | "sent" | "seen" | "unsaved";
  editedAt?: string | undefined;
  deletedAt?: string | undefined;
  /** The line that this one replies to, and its beginning if it is not in the chat. */
  replyTo?: { id: string; content: string; guestId?: string } | undefined;
  reactions?: LineReaction[] | undefined;
  attachments?: LineFile[] | undefined;
}

export type LineAction =
  | { type: "loaded"; lines: ChatLine[] }
  | { type: "saved"; tempId: string; line: ChatLine }
  | { type: "unsaved"; tempId: string }
  | { type: "failed"; tempId: string }
  /**
   * @param isShared whether the frame was sent to everybody, and so does not show which lines and reactions are the
   * viewer's
   */
  | { type: "changed"; line: ChatLine; isShared?: boolean }
  | { type: "seen"; ids: string[] };

/** The numeric id of a stored line, or null for one that is not stored. */
export const storedId = ({ id }: { id: string }): number | null => (/^\d+$/.test(id) ? Number(id) : null);

export const newestId = (lines: ChatLine[]): number =>
  lines.reduce((newest, line) => Math.max(newest, storedId(line) ?? 0), 0);

export const createTempId = (sentAt: number): string =>
  `temp-${sentAt.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

export const isTempId = (key: string): boolean => key.startsWith("temp-");

export interface PendingLine {
  tempId: string;
  content: string;
  sentAt: number;
  /** The id of the line that this one replies to. */
  replyTo: number | null;
  files?: LineFile[];
}

export interface PendingText extends PendingLine {
  senderId: string;
}

export const toPendingLine = ({ tempId, content, sentAt, replyTo, files }: PendingLine): ChatLine => ({
  key: tempId,
  id: tempId,
  content,
  sentAt,
  isOwn: true,
  state: "pending",
  attachments: files,
  replyTo: replyTo ? { id: String(replyTo), content: "" } : undefined,
});

/** Returns a chat's lines after an action: stored lines by id, then the others in the order they were added. */
export function lineReducer(lines: ChatLine[], action: LineAction): ChatLine[] {
  switch (action.type) {
    case "loaded":
      return mergeLines(lines, action.lines);
    case "saved": {
      const others = lines.filter(({ id }) => id !== action.tempId);
      return mergeLines(others, [{ ...action.line, key: action.tempId }]);
    }
    case "unsaved":
      return lines.map((line) => (line.id === action.tempId ? { ...line, state: "unsaved" } : line));
    case "failed":
      return lines.filter(({ id }) => id !== action.tempId);
    case "changed":
      return lines.map((line) => (line.id === action.line.id ? changeLine(line, action) : line));
    case "seen": {
      const ids = new Set(action.ids);
      return lines.map((line) => (ids.has(line.id) && line.isOwn ? { ...line, state: "seen" } : line));
    }
  }
}

function changeLine(
  { key, isOwn, state, reactions: known }: ChatLine,
  { line, isShared }: Extract<LineAction, { type: "changed" }>,
): ChatLine {
  const isKnown = (sign: Reaction) => known?.some((each) => each.sign === sign && each.own) === true;
  const reactions = isShared
    ? line.reactions?.map((each) => ({ ...each, own: isKnown(each.sign) }))
    : line.reactions;
  return { ...line, key, isOwn, state, reactions };
}

function mergeLines(lines: ChatLine[], loaded: ChatLine[]): ChatLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of loaded) {
    const previous = byId.get(line.id);
    // A response may be older than the frame that marked the line as seen. The room's frames don't know the viewer.
    const state = previous?.state === "seen" ? "seen" : line.state;
    const isOwn = line.isOwn || previous?.isOwn === true;
    byId.set(line.id, previous ? { ...line, key: previous.key, state, isOwn } : line);
  }
  const all = [...byId.values()];
  const stored = all.filter((line) => storedId(line) !== null);
  stored.sort((a, b) => (storedId(a) ?? 0) - (storedId(b) ?? 0));
  return [...stored, ...all.filter((line) => storedId(line) === null)];
}
