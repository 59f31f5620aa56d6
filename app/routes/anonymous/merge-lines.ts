import type { RoomLine } from "../../schemas/room.ts";

/** Adds lines to those on the screen, oldest first and each once. Whoever says that a line is one's own is right. */
export function mergeLines(lines: readonly RoomLine[], added: readonly RoomLine[]): RoomLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of added) byId.set(line.id, { ...line, own: line.own || byId.get(line.id)?.own === true });
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}
