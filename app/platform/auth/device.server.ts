const maxLength = 512;

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (list: typeof browsers, text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns "Firefox on Android", or a program's name. For privacy without version, model and address. */
export function describeDevice(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, maxLength);
  const browser = find(browsers, text);
  const system = find(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? /^[A-Za-z][\w.-]{0,29}(?=\/|$)/.exec(text)?.[0] ?? "Unknown device";
}
