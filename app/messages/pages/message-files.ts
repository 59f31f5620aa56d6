const script = "/message-files.js";

/** Loads the code that the messages page needs once there are files. */
export const loadFiles = (): Promise<typeof import("#app/device/scripts/message-files.ts")> =>
  import(/* @vite-ignore */ script);
