/** Writes a Brotli and a gzip copy beside each built file, as small as possible, for the server to send. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minifySync } from "vite";

const compressible = /\.(js|css|svg|html|txt|json|webmanifest|xml)$/;

for (const name of readdirSync("build/client", { recursive: true, encoding: "utf8" })) {
  const file = join("build/client", name);
  if (!compressible.test(name) || !statSync(file).isFile() || statSync(file).size < 512) continue;
  // Vite copies scripts from public/ without minifying them.
  if (name.endsWith(".js") && !name.startsWith("assets")) {
    writeFileSync(file, minifySync(name, readFileSync(file, "utf8"), { module: true }).code);
  }
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
