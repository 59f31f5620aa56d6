import { resolve } from "node:path";

export const programs = {
  "make-admin": "scripts/make-admin.ts",
  backup: "scripts/backup.ts",
  restore: "scripts/restore.ts",
  move: "scripts/move.ts",
  doctor: "scripts/doctor.ts",
  "render-process": "app/platform/files/render-process.server.ts",
} as const;

export const programPath = (name: keyof typeof programs): string =>
  resolve(process.env.NODE_ENV === "production" ? `build/server/${name}.js` : programs[name]);
