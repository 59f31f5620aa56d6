import type { Random } from "./random.ts";

/** What breaks parsers, patterns, databases and pages. */
const oddTexts = [
  "",
  " ",
  "0",
  "-1",
  "1e999",
  "NaN",
  "9".repeat(400),
  "null",
  "true",
  "__proto__",
  "constructor",
  "toString",
  "\u0000",
  "a\u0000b",
  "\u202e\u2066",
  "\u200c\u200d",
  "\u202a+91 98765 43210\u202c",
  "\u20682027\u2069",
  "2\ufe0f0\ufe0f2\ufe0f7\u200c",
  "२०२७",
  "２０３０－１２－３１",
  "२०३०-१२-३१T१८:३०",
  "ａｓｈａ＠college．example",
  "a\ufe0fsha\u200b@college.example\ufeff",
  "क्\u200dष र्\u200cय",
  "❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
  "\ud800".toWellFormed(),
  "😀👩‍👩‍👧‍👦",
  "'; drop table users; --",
  '"',
  "\\",
  "%",
  "%00",
  "%c0%af",
  "*",
  "(",
  "AND OR NOT NEAR(",
  "../../etc/passwd",
  "\r\nSet-Cookie: a=b",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "https://[::1",
  "//evil.example",
  "/.//evil.example",
  "/\\evil.example",
  "mailto:a@b.example",
  "C",
  "C++",
  "घर",
  "東京",
  "DB302",
  "D\u200bB३०２",
  "Room 2, 14 MG Road, Pune 411001",
  "lab@kites.example",
  "+91 98450 12345",
  "九八四五 ৯৮৪৫০",
  "2024-13-45",
  "0000-00-00",
];

/** Texts that are expensive if a loop or a pattern reads them more than once. */
const costlyUnits = [
  "a",
  " ",
  "\n",
  ".",
  "-",
  "@",
  ",",
  "\u0300\u0316",
  "%",
  "<",
  "&a",
  "[",
  "[]",
  "😀",
  "न",
  "१",
  "１",
  "\ufe0f",
  "1\ufe0f",
  "\ufeff",
  "\u200d",
  "क\u200d",
  "\u0000",
  "a,",
  "::",
  "//",
];

export function text(random: Random): string {
  if (random.isTrue(0.6)) return random.pick(oddTexts);
  const size = random.pick([10, 300, 5_000, 30_000, 60_000]);
  const unit = random.pick(costlyUnits);
  const repeated = unit.repeat(Math.ceil(size / unit.length));
  return random.pick(["", "a@", "http://", "a"]) + repeated + random.pick(["", "<", "@", "!", "\u0000"]);
}

/** Any JSON value, a few levels deep. */
export function json(random: Random, depth = 0): unknown {
  const kind = random.below(depth < 3 ? 8 : 5);
  if (kind < 2) return text(random);
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER]);
  if (kind === 3) return random.pick([true, false, null]);
  if (kind === 4) return random.pick([[], {}]);
  if (kind === 5) return random.several(4, () => json(random, depth + 1));
  if (kind === 6) return Array(random.pick([10, 2_000])).fill(random.pick([0, "a", [], null]));
  return Object.fromEntries(
    random.several(4, () => [random.pick(["a", "__proto__", "toString", "length"]), json(random, depth + 1)]),
  );
}

/** A field's name, sometimes with syntax that form libraries interpret. */
export function fieldName(random: Random, names: readonly string[]): string {
  const name = random.pick(names);
  if (random.isTrue(0.7)) return name;
  return random.pick([
    `${name}[0]`,
    `${name}[150000000]`,
    `${name}[]`,
    `${name}.${name}`,
    `${name}[__proto__]`,
    `${name}${"[0]".repeat(500)}`,
    `${name}${".a".repeat(500)}`,
    "__intent__",
    "__state__",
    "__proto__.x",
    "constructor.prototype",
    "",
    text(random).slice(0, 2_000),
  ]);
}

/** The fields of a form: mostly right, with one or more replaced, repeated or renamed. */
export function fields(random: Random, right: Record<string, unknown>): [string, string][] {
  const names = Object.keys(right);
  const entries = names.map((name): [string, string] => [name, String(right[name] ?? "")]);
  const changed = entries.filter(() => random.isTrue(0.85));
  for (let count = 1 + random.below(3); count > 0; count--) {
    changed.push([fieldName(random, names), text(random)]);
  }
  if (random.isTrue(0.03)) {
    const name = fieldName(random, names);
    changed.push(...Array.from({ length: 5_000 }, (): [string, string] => [name, "1"]));
  }
  return changed;
}

/** An object for a JSON call: mostly right, with one or more values replaced. */
export function body(random: Random, right: Record<string, unknown>): unknown {
  if (random.isTrue(0.05)) return json(random);
  const names = Object.keys(right);
  const changes = random.several(3, () => [
    random.isTrue(0.9) ? random.pick(names) : text(random),
    json(random),
  ]);
  return { ...right, ...Object.fromEntries(changes) };
}

export function query(random: Random, names: readonly string[]): string {
  const pairs = random.several(4, () => {
    const value = text(random).slice(0, random.pick([20, 200, 6_000]));
    return random.isTrue(0.9)
      ? `${encodeURIComponent(fieldName(random, names).toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
      : value.replace(/[^\x21-\x7e]|#/g, "");
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
