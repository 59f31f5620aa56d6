export const handoverLabels = {
  domain: "The domain",
  server: "The server",
  mail: "The mail account",
  backupKey: "The key of the backups",
  logIn: "The log-in client (Google or another provider)",
  contact1Name: "First contact: name",
  contact1Email: "First contact: email",
  contact2Name: "Second contact: name",
  contact2Email: "Second contact: email",
} as const;

export type HandoverName = keyof typeof handoverLabels;
