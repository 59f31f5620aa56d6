import { execFile } from "node:child_process";
import { programPath } from "../process/program.server.ts";
import { minuteMs } from "../time/durations.ts";

/** One finding of the doctor. `fail` must be repaired. */
export interface Finding {
  level: "ok" | "look" | "fail";
  text: string;
}

/** Runs in its own process, because checking the whole database would block the server's event loop. */
const command = programPath("doctor");
let running: Promise<Finding[]> | undefined;

/** Runs the doctor with the server's settings, one at a time. Its test mail is sent to `mailTo`. */
export function runDoctor(mailTo: string): Promise<Finding[]> {
  running ??= run(["--mail-to", mailTo]).finally(() => {
    running = undefined;
  });
  return running;
}

/** Checks only the store. @throws if the doctor cannot run */
export const checkStore = (): Promise<Finding[]> => run(["--store"]);

function run(args: string[]): Promise<Finding[]> {
  return new Promise((settle, reject) => {
    const options = { env: process.env, timeout: 2 * minuteMs };
    const argv = ["--disable-warning=ExperimentalWarning", command, ...args];
    execFile(process.execPath, argv, options, (error, stdout) => {
      const findings = stdout.split("\n").flatMap(readLine);
      // It exits with 1 if something needs repair, so an exit code alone is not an error.
      if (findings.length === 0) reject(error ?? new Error("the doctor printed no findings"));
      else settle(findings);
    });
  });
}

function readLine(line: string): Finding[] {
  const [, level, text] = /^(ok|look|fail) {2,4}(.+)$/.exec(line) ?? [];
  return level && text ? [{ level: level as Finding["level"], text }] : [];
}
