import { readFile } from "node:fs/promises";
import type { Session } from "#app/platform/auth/sessions.server.ts";
import { fileError } from "#app/platform/files/multipart.server.ts";
import { describeTooLarge } from "#app/platform/files/rules.ts";
import { deleteOldImports } from "#app/platform/files/sweep.server.ts";
import { receiveUpload, sanitizeFileName } from "#app/platform/files/upload.server.ts";
import { resourceTexts } from "#app/resources/rules.ts";
import { db, memberImports } from "#db/index.ts";
import { decodeText } from "./import-csv.server.ts";

const maxBytes = 4 * 1024 * 1024;
const texts = {
  ...resourceTexts,
  tooLarge: `${describeTooLarge("list", maxBytes)} Split it into several.`,
  failed: "The list could not be stored. Please try again.",
};

/**
 * Stores a member list from the field `file` of a multipart body, to be checked and run later.
 * @returns its id
 * @throws HttpError whose text explains what is wrong with the file
 */
export const storeImport = (request: Request, session: Session): Promise<number> =>
  receiveUpload(request, session, { isPost: false, field: "file", maxBytes, texts }, async ({ file }) => {
    if (!file || file.size === 0) throw fileError(422, "Choose a file with the list.");
    const content = decodeText(await readFile(file.path));
    if (content === null) {
      throw fileError(415, "This isn't a text file. Save the list as CSV in your spreadsheet program.");
    }
    const now = Date.now();
    const fileName = sanitizeFileName(file.name) || "list.csv";
    const [, [stored]] = await db.batch([
      deleteOldImports(now),
      db
        .insert(memberImports)
        .values({ adminId: session.viewer.id, fileName, content, createdAt: now })
        .returning({ id: memberImports.id }),
    ]);
    if (!stored) throw new Error("no row for a stored list");
    return stored.id;
  });
