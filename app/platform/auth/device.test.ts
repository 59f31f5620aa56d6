import { expect, test } from "vitest";
import { describeDevice } from "./device.server.ts";

const chrome = "(KHTML, like Gecko) Chrome/141.0.0.0";

test.each([
  ["Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox on Android"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36`,
    "Chrome on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36 Edg/141.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 SamsungBrowser/28.0 ${chrome} Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Something/1.0", "Linux"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["python-requests/2.32", "python-requests"],
  ["", "Unknown device"],
  [null, "Unknown device"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["\u202eevil/1", "Unknown device"],
])("the user agent %s is labelled %s", (userAgent, device) => expect(describeDevice(userAgent)).toBe(device));

test("a label is short, whatever the user agent", () => {
  for (const text of [
    "a".repeat(100_000),
    `${"Linux ".repeat(10_000)}Firefox/1`,
    "Version/".repeat(50_000),
  ]) {
    expect(describeDevice(text).length).toBeLessThanOrEqual(40);
  }
});
