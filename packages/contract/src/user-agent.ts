// Parses a user agent into names: good enough to recognize one's own device, never proof of anything. The server's audit
// logs and the console's sessions and factors use it.
import type { ParsedUserAgent } from './audit-logs.ts';

type Named = { name?: string; version?: string };

/** In this order, since most also claim to be those further down. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\/([\d.]+)/],
  ['Safari', /(?:\bVersion\/([\d.]+).*)?\bSafari\//],
  ['Internet Explorer', /\b(?:MSIE |Trident\/.*rv:)([\d.]+)/],
  ['curl', /^curl\/([\d.]+)/],
  ['Node.js', /^node(?:-fetch)?(?:\/([\d.]+))?$/i],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Windows', /\bWindows(?: NT ([\d.]+))?/],
  ['Android', /\bAndroid(?: ([\d.]+))?/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b(?:.*\bOS ([\d_]+))?/],
  ['macOS', /\bMacintosh\b(?:.*\bMac OS X ([\d_.]+))?/],
  ['Chrome OS', /\bCrOS\b(?: \w+ ([\d.]+))?/],
  ['Linux', /\bLinux\b/],
];
/** Windows' own version numbers; 11 still reports 10. */
const windows: Record<string, string> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10/11' };

const firstOf = (agent: string, known: readonly (readonly [string, RegExp])[]): Named => {
  for (const [name, pattern] of known) {
    const found = pattern.exec(agent);
    if (!found) continue;
    const version = found[1]?.replaceAll('_', '.');
    return { name, ...(version && { version }) };
  }
  return {};
};

const deviceOf = (agent: string): ParsedUserAgent['device'] => {
  if (/bot\b|crawler|spider|slurp/i.test(agent)) return { type: 'bot' };
  const model =
    /\b(iPhone|iPad|iPod)\b/.exec(agent)?.[1] ?? /Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]+)?\)/.exec(agent)?.[1];
  const named = model !== undefined && model !== 'K' && { model };
  if (/\biPad\b|\bTablet\b|Android(?!.*\bMobile\b)/.test(agent)) return { type: 'tablet', ...named };
  if (/\bMobile\b|\biPhone\b|\biPod\b/.test(agent)) return { type: 'mobile', ...named };
  return { type: /\bWindows\b|\bMacintosh\b|\bX11\b|\bCrOS\b/.test(agent) ? 'desktop' : 'unknown' };
};

export const parseUserAgent = (given: string): ParsedUserAgent => {
  const agent = given.slice(0, 512);
  const os = firstOf(agent, systems);
  const version = os.name === 'Windows' && os.version ? (windows[os.version] ?? os.version) : os.version;
  return { browser: firstOf(agent, browsers), os: { ...os, ...(version && { version }) }, device: deviceOf(agent) };
};
