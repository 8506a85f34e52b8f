// Writes the logos of connectors and frameworks: only those in use, from Simple Icons, and from Tabler Icons where Simple
// Icons has none or only one under a license that restricts its use.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as simpleIcons from 'simple-icons';
import iconData from 'simple-icons/icons.json' with { type: 'json' };
import { contrast } from '../packages/contract/src/brand-colors.ts';
import { root } from './inputs.mjs';

const simple = (slug) => ({ slug });
const tabler = (file) => ({ file });

const connectors = {
  alibabaCloud: simple('alibabacloud'),
  alipay: simple('alipay'),
  amazon: tabler('outline/brand-amazon'),
  apple: simple('apple'),
  aws: tabler('outline/brand-aws'),
  dingtalk: tabler('outline/brand-dingtalk'),
  discord: simple('discord'),
  facebook: simple('facebook'),
  github: simple('github'),
  gitlab: simple('gitlab'),
  google: simple('google'),
  huggingface: simple('huggingface'),
  kakao: simple('kakaotalk'),
  line: simple('line'),
  linkedin: tabler('filled/brand-linkedin'),
  mailgun: simple('mailgun'),
  microsoft: tabler('filled/brand-windows'),
  naver: simple('naver'),
  oauth: tabler('outline/brand-oauth'),
  okta: simple('okta'),
  openid: simple('openid'),
  patreon: simple('patreon'),
  qq: simple('qq'),
  slack: tabler('outline/brand-slack'),
  twilio: tabler('outline/brand-twilio'),
  vonage: simple('vonage'),
  wechat: simple('wechat'),
  x: simple('x'),
  xiaomi: simple('xiaomi'),
};

const frameworks = {
  android: tabler('outline/brand-android'),
  angular: tabler('filled/brand-angular'),
  astro: simple('astro'),
  capacitor: simple('capacitor'),
  chrome: simple('googlechrome'),
  blazor: simple('blazor'),
  chatgpt: tabler('outline/brand-openai'),
  django: simple('django'),
  dotnet: simple('dotnet'),
  electron: simple('electron'),
  expo: simple('expo'),
  express: simple('express'),
  fastapi: simple('fastapi'),
  flutter: simple('flutter'),
  go: simple('go'),
  hono: simple('hono'),
  javascript: simple('javascript'),
  laravel: simple('laravel'),
  machine: tabler('outline/server-2'),
  nestjs: simple('nestjs'),
  nextjs: simple('nextdotjs'),
  nuxt: simple('nuxt'),
  openid: simple('openid'),
  passport: simple('passport'),
  outline: simple('outline'),
  php: tabler('outline/brand-php'),
  python: simple('python'),
  react: simple('react'),
  reactRouter: simple('reactrouter'),
  remix: simple('remix'),
  ruby: tabler('outline/diamond'),
  saml: tabler('outline/certificate'),
  shield: tabler('outline/shield-lock'),
  springBoot: simple('springboot'),
  svelte: simple('svelte'),
  swift: simple('swift'),
  vue: tabler('outline/brand-vue'),
  webflow: simple('webflow'),
  wordpress: simple('wordpress'),
};

/** The brightest and the darkest surface that logos are shown on. */
const surfaces = { light: '#ffffff', dark: '#1b1b20' };
const inks = { light: '#000000', dark: '#ffffff' };
/** Logos are exempt from the contrast rules for text and controls; below these values, they are hard to see. */
const leastContrast = { light: 2, dark: 3 };

const colorOn = (theme, brand) =>
  brand !== undefined && contrast(brand, surfaces[theme]) >= leastContrast[theme] ? brand : inks[theme];

/** Icons without a license of their own are under CC0. */
const freeLicenses = [undefined, 'CC0-1.0', 'MIT'];

const simpleIcon = (slug) => {
  const icon = Object.values(simpleIcons).find((one) => one.slug === slug);
  if (!icon) throw new Error(`Simple Icons has no ${slug}`);
  const license = iconData.find(({ title }) => title === icon.title)?.license?.type;
  if (!freeLicenses.includes(license)) throw new Error(`${slug} is under ${license}`);
  return { path: icon.path, color: `#${icon.hex.toLowerCase()}`, isOutline: false };
};

const require = createRequire(import.meta.url);
const tablerIcon = (file) => {
  const svg = readFileSync(require.resolve(`@tabler/icons/${file}.svg`), 'utf8');
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path);
  return { path: paths.join(''), isOutline: file.startsWith('outline/') };
};

const iconOf = ({ slug, file }) => (slug ? simpleIcon(slug) : tablerIcon(file));

const outline = (color) =>
  `fill='none' stroke='${color}' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'`;
const dataUri = ({ path, isOutline }, color) => {
  const paint = isOutline ? outline(color) : `fill='${color}'`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path ${paint} d='${path}'/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
};

const connectorLogo = (icon) => {
  const [light, dark] = [colorOn('light', icon.color), colorOn('dark', icon.color)];
  return { logo: dataUri(icon, light), ...(dark !== light && { logoDark: dataUri(icon, dark) }) };
};

/** `colors` are for light and dark; icons without any have the color of the text. */
const frameworkIcon = ({ path, color, isOutline }) => {
  const colors = ['light', 'dark'].map((theme) => colorOn(theme, color));
  const isText = colors[0] === inks.light && colors[1] === inks.dark;
  return { path, ...(!isText && { colors }), ...(isOutline && { isOutline }) };
};

const header = `// Generated by scripts/generate-logos.mjs from Simple Icons (CC0) and Tabler Icons (MIT). The logos are trademarks of their
// owners.
`;
const generated = (name, type, values) =>
  `${header}\nexport const ${name} = ${JSON.stringify(values, null, 2)} as const satisfies Record<string, ${type}>;\n`;
const mapValues = (icons, view) =>
  Object.fromEntries(Object.entries(icons).map(([name, one]) => [name, view(iconOf(one))]));

export const logoFiles = () => ({
  'packages/connectors/src/brand-logos.gen.ts': generated(
    'brandLogos',
    '{ logo: string; logoDark?: string }',
    mapValues(connectors, connectorLogo),
  ),
  'packages/console/src/authentication/guides/framework-icons.gen.ts': generated(
    'frameworkIcons',
    '{ path: string; colors?: readonly [string, string]; isOutline?: true }',
    mapValues(frameworks, frameworkIcon),
  ),
});

if (process.argv.includes('--write')) {
  for (const [file, text] of Object.entries(logoFiles())) writeFileSync(join(root, file), text);
}
