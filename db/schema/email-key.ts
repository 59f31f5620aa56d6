import type { Column, SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Soft hyphen, zero-width and direction characters, variation selectors, the byte order mark. */
const invisible = [
  ...[0xad, 0x34f, 0x61c, 0x180e, 0xfeff],
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2064),
  ...range(0x2066, 0x206f),
  ...range(0xfe00, 0xfe0f),
];

/** Devanagari digits, and the full-width forms of characters allowed in addresses, in ASCII order. */
const foreign = [
  ...range(0, 9).map((digit) => [0x966 + digit, String(digit)] as const),
  ...Array.from(
    "+-.0123456789@_abcdefghijklmnopqrstuvwxyz",
    (sign) => [sign.charCodeAt(0) + 0xfee0, sign] as const,
  ),
];

const replacements = [...invisible.map((code) => [code, ""] as const), ...foreign];

/**
 * An address without invisible characters. Older versions stored addresses as typed, so compare accounts by this key on
 * both sides. The index `users_email_key` has the same expression, but drizzle-kit mistakes its commas for column
 * separators: correct the quotes if a migration recreates the index.
 */
export const emailKey = (email: Column | SQL | string): SQL =>
  replacements.reduce(
    (text, [code, replacement]) =>
      sql`replace(${text}, char(${sql.raw(String(code))}), '${sql.raw(replacement)}')`,
    sql`${email}`,
  );
