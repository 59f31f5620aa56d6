/**
 * `node scripts/icons.ts` draws the pictures in `public/` for phones, browsers and link previews. They are committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";

const paper = "#FBF9F4";
const ink = "#17202E";
const sea = "#15527A";
const mark = "#F2B33D";

/** The quadrant on a square of 32. `inset` is the margin that a mask may cut away. */
function icon({ radius, inset }: { radius: number; inset: number }): string {
  const scale = (32 - 2 * inset) / 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${sea}"/><g transform="translate(${inset} ${inset}) scale(${scale})" fill="none" stroke-linecap="round"><g stroke="${paper}" stroke-width="2"><path d="M7 7v18h18A18 18 0 0 0 7 7z"/><path d="M7 13a12 12 0 0 1 12 12"/></g><path d="M7 25 18 14" stroke="${mark}" stroke-width="2.5"/></g></svg>`;
}

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** Wraps a PNG in the ICO format for old browsers. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

/** The picture for link previews, 1200 × 630. It has no text, because every college chooses its own name. */
function preview(): string {
  const ticks = Array.from({ length: 46 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 180;
    const at = (radius: number) =>
      `${(40 + radius * Math.cos(angle)).toFixed(1)} ${(380 - radius * Math.sin(angle)).toFixed(1)}`;
    return `M${at(360)}L${at(index % 5 === 0 ? 336 : 350)}`;
  }).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${paper}"/>
    <path d="M0 72h1200M0 558h1200" stroke="#DDD7CA"/>
    <g transform="translate(310 62) scale(1.25)" fill="none" stroke="${sea}" stroke-width="1.5" stroke-linecap="round">
      <path d="M40 20v360h360A360 360 0 0 0 40 20z"/><path d="M40 60a320 320 0 0 1 320 320M40 84a296 296 0 0 1 296 296" opacity=".6"/>
      <path d="M40 180a200 200 0 0 1 200 200M40 280a100 100 0 0 1 100 100" opacity=".35"/><path d="${ticks}"/>
      <path d="M120 300 190 252 150 170M190 252 230 320M150 170 96 220 120 300" opacity=".5" stroke-dasharray="3 5"/>
      <g fill="${sea}" stroke="none"><circle cx="120" cy="300" r="3"/><circle cx="190" cy="252" r="3"/><circle cx="150" cy="170" r="3"/><circle cx="230" cy="320" r="3"/><circle cx="96" cy="220" r="3"/></g>
      <path d="M40 380 277 143" stroke="${mark}" stroke-width="4"/><circle cx="277" cy="143" r="8" fill="${mark}" stroke="none"/>
      <circle cx="40" cy="380" r="6" fill="${ink}" stroke="none"/>
    </g></svg>`;
}

/** One of our icons on a blue ground, for the shortcuts of the installed app. */
function shortcut(name: string): string {
  const [, lines = ""] =
    new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`).exec(readFileSync("app/ui/icons.svg", "utf8")) ??
    [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${sea}"/><g transform="translate(6.4 6.4) scale(.8)" fill="none" stroke="${paper}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>`;
}

for (const name of ["chat", "case", "upload", "ask"])
  writeFileSync(`public/shortcut-${name}.png`, await png(shortcut(name), 96));

const rounded = icon({ radius: 6, inset: 0 });
const full = icon({ radius: 0, inset: 4 });
writeFileSync("public/icon-192.png", await png(rounded, 192));
writeFileSync("public/icon-512.png", await png(rounded, 512));
writeFileSync("public/icon-maskable.png", await png(full, 512));
writeFileSync("public/apple-touch-icon.png", await png(full, 180));
writeFileSync("public/favicon.ico", ico(await png(rounded, 32), 32));
writeFileSync(
  "public/og.png",
  await sharp(Buffer.from(preview()))
    .resize(1200, 630)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer(),
);
