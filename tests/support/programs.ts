import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

/** @returns the path of a program, from an environment variable or the `PATH`, or null */
export const findProgram = (variable: string, name: string): string | null =>
  [
    process.env[variable] ?? "",
    ...(process.env.PATH ?? "").split(delimiter).map((at) => join(at, name)),
  ].find((file) => file !== "" && existsSync(file)) ?? null;

/** @returns free ports of this machine */
export async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))));
  return ports;
}
