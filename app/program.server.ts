import { resolve } from "node:path";

/** The programs that run beside the server, by the file that the build makes of them. */
export const programs = {
  "make-admin": "scripts/make-admin.ts",
  backup: "scripts/backup.ts",
  restore: "scripts/restore.ts",
  move: "scripts/move.ts",
  doctor: "scripts/doctor.ts",
  "render-process": "app/files/render-process.server.ts",
} as const;

/** The path of a program: beside the built server, or its source in development. */
export const programPath = (name: keyof typeof programs): string =>
  resolve(process.env.NODE_ENV === "production" ? `build/server/${name}.js` : programs[name]);
