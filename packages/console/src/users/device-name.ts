// The browser and the system that somebody used, read from what the browser says of itself.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (list: readonly (readonly [string, RegExp])[], agent: string) =>
  list.find(([, pattern]) => pattern.test(agent))?.[0];

export type Device = { browser: string | undefined; system: string | undefined };

export const deviceOf = (agent: string): Device => ({
  browser: nameIn(browsers, agent),
  system: nameIn(systems, agent),
});
