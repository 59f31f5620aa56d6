import type { SendOutcome } from "../chat/outbox.ts";
import type { Message } from "../input.server.ts";

interface MessageFiles {
  checkFiles: (files: File[], others: number, isAnonymous: boolean) => string | null;
  storeFiles: (tempId: string, files: File[]) => Promise<unknown>;
  readFiles: (tempId: string) => Promise<File[]>;
  removeFiles: (tempId: string) => Promise<unknown>;
  uploadFiles: (
    tempId: string,
    files: File[],
  ) => Promise<string[] | Exclude<SendOutcome<Message>, { type: "saved" }>>;
}

const path = "/message-files.js";

/** Loads the code that the messages page needs once there are files. */
export const loadFiles = (): Promise<MessageFiles> => import(/* @vite-ignore */ path);
