import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";

const settings = (storage: string) => ({ PATH: process.env.PATH, STORAGE_DIR: storage });

/** Runs one of our commands on a store, as `npm run` does. */
export const runCommand = (name: string, storage: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync("node", [`scripts/${name}.ts`, ...args], {
    env: settings(storage),
    encoding: "utf8",
    timeout: 60_000,
  });

/** The same while the test goes on. Resolves to the exit code. */
export const startCommand = (name: string, storage: string, ...args: string[]): Promise<number | null> =>
  new Promise((resolve) => {
    spawn("node", [`scripts/${name}.ts`, ...args], { env: settings(storage), stdio: "ignore" }).once(
      "exit",
      resolve,
    );
  });
