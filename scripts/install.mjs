// Installs the locked packages with the machine's own Node and npm.
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';
import { root } from './inputs.mjs';

const modules = join(root, 'node_modules');

// `npm ci` deletes node_modules, including the Node that npm's scripts find first, so npm must run on another one.
export const outsideEnvironment = () => {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes(`node_modules${sep}.bin`));
  return { ...process.env, PATH: path.join(delimiter) };
};

export const npmCommand = () => {
  const { npm_execpath: npm = '', npm_node_execpath: node = '' } = process.env;
  const own = node === '' || node.startsWith(modules + sep);
  return basename(npm) === 'npm-cli.js' ? [own ? 'node' : node, npm] : ['npm'];
};

// Include development packages even if NODE_ENV is production: the build needs them. No package relies on its scripts.
export const installArguments = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];

const includes = (list, value) => list === undefined || [list].flat().includes(value);

const fitsHere = ({ os, cpu }) => includes(os, process.platform) && includes(cpu, process.arch);

const readLock = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined);

// Compares npm's record of the folder with the lockfile, so that a manual installation is not repeated, and a missing
// platform package is noticed.
export const missingPackages = () => {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(modules, '.package-lock.json')) ?? {};
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .filter(([path, entry]) => present[path]?.integrity !== entry.integrity)
    .filter(([path, entry]) => path in present || !entry.optional || (fitsHere(entry) && entry.libc === undefined))
    .map(([path]) => path);
};

// The line of npm's log with the cause.
export const causeOf = (log) => {
  const lines = [...log.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, text]) => text.trim());
  const code = lines.find((line) => line.startsWith('code '))?.slice(5);
  const text = lines.find((line) => !/^(code|errno|syscall|path|dest|A complete log) ?/.test(line));
  return [code, text].filter(Boolean).join(': ') || log.trim().split('\n').at(-1) || 'npm gave no reason';
};
