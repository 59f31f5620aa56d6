export type ConnectionState =
  | { connection: "none"; connectionBy: null }
  | { connection: "pending" | "connected"; connectionBy: "me" | "them" };

/** The columns of `connections` are null if the two have no row. */
export function describeConnection(
  { askedBy, acceptedAt }: { askedBy: number | null; acceptedAt: number | null },
  viewerId: number,
): ConnectionState {
  if (askedBy === null) return { connection: "none", connectionBy: null };
  return {
    connection: acceptedAt === null ? "pending" : "connected",
    connectionBy: askedBy === viewerId ? "me" : "them",
  };
}
