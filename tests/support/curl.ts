import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Answer } from "./visitor.ts";

/** Where a command runs: the folder of its files, and the values of `$SITE` and `$TOKEN`. */
export interface Terminal {
  folder: string;
  variables: Record<string, string>;
}

/** Matches white space, or a part of a word. Other shell syntax is refused. */
const parts =
  /(?<space>(?: |\\\n)+)|"(?<double>[^"\\`]*)"|'(?<single>[^']*)'|\\(?<escaped>')|(?<plain>[\w./:=@?&%-]+)/y;

/** Splits a command as a shell does. @throws for syntax it does not know */
export function splitCommand(command: string, variables: Record<string, string>): string[] {
  const words: string[] = [];
  let word: string | undefined;
  parts.lastIndex = 0;
  while (parts.lastIndex < command.length) {
    const start = parts.lastIndex;
    const found = parts.exec(command)?.groups;
    if (!found) throw new Error(`not a plain command: ${command.slice(start)}`);
    if (found.space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const expanded = found.double?.replace(/\$(\w*)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`$${name} is not set`);
      return value;
    });
    word = (word ?? "") + (expanded ?? found.single ?? found.escaped ?? found.plain ?? "");
  }
  return word === undefined ? words : [...words, word];
}

/** Sends the request of a curl command with fetch. Supports `-X`, `-H`, `-d` and `-F`. */
export async function runByFetch(command: string, { folder, variables }: Terminal): Promise<Answer> {
  const [program, ...words] = splitCommand(command, variables);
  if (program !== "curl") throw new Error(`not curl: ${program}`);
  const headers = new Headers();
  let method: string | undefined;
  let url: string | undefined;
  let body: string | FormData | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith("-")) {
      if (url !== undefined) throw new Error(`two addresses: ${url} ${word}`);
      url = word;
      continue;
    }
    const value = words.shift() ?? "";
    const [, name = "", rest = ""] = /^([\w-]+)[:=] ?(.*)$/s.exec(value) ?? [];
    if (word === "-X") method = value;
    else if (word === "-H") headers.set(name, rest);
    else if (word === "-d" && body === undefined) body = value;
    else if (word === "-F" && typeof body !== "string") {
      body ??= new FormData();
      if (rest.startsWith("@")) {
        const file = readFileSync(join(folder, rest.slice(1)));
        body.append(name, new Blob([new Uint8Array(file)]), basename(rest));
      } else body.append(name, rest);
    } else throw new Error(`unknown option: ${word}`);
  }
  if (url === undefined) throw new Error("no address");
  const init = { method: method ?? (body === undefined ? "GET" : "POST"), headers };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  return readAnswer(response.status, response.headers, await response.text());
}

/** Runs the unchanged command in a shell. A config file makes curl save the headers. */
export async function runByShell(command: string, { folder, variables }: Terminal): Promise<Answer> {
  const { PATH } = process.env;
  writeFileSync(join(folder, ".curlrc"), 'silent\nshow-error\ndump-header = "headers.txt"\n');
  const env = { PATH, HOME: folder, CURL_HOME: folder, ...variables };
  const { stdout } = await promisify(execFile)("bash", ["-c", command], { cwd: folder, env });
  // Before a large body the server sends "100 Continue", which has its own headers.
  const last = readFileSync(join(folder, "headers.txt"), "utf8").trimEnd().split("\r\n\r\n").at(-1) ?? "";
  const [line = "", ...lines] = last.split("\r\n");
  const headers = new Headers(lines.map((each) => each.split(/: (.*)/).slice(0, 2) as [string, string]));
  return readAnswer(Number(line.split(" ")[1]), headers, stdout);
}

/** @returns whether this machine has curl */
export const hasCurl = (): Promise<boolean> =>
  promisify(execFile)("bash", ["-c", "command -v curl"]).then(
    () => true,
    () => false,
  );

const readAnswer = (status: number, headers: Headers, text: string): Answer => ({
  status,
  headers,
  text,
  body: /json/.test(headers.get("Content-Type") ?? "") && text ? JSON.parse(text) : text,
});
