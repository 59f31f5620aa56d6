/** Compresses what the build made, once and as small as it gets, beside each file. The server only sends it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressible = /\.(js|css|svg|html|txt|json|webmanifest|xml)$/;

for (const name of readdirSync("build/client", { recursive: true, encoding: "utf8" })) {
  const file = join("build/client", name);
  if (!compressible.test(name) || !statSync(file).isFile() || statSync(file).size < 512) continue;
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
