// Finds or installs Chromium for the browser journeys.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './inputs.mjs';

// The first is headless only and takes a fifth less time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, program))
    .find(isExecutable);

// Some systems have a script by this name that only explains how to install Chromium.
const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

// The program for CHROMIUM_PATH; undefined if Playwright should use its own or there is none.
export const systemChromium = () => {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen) return runs(chosen) ? chosen : undefined;
  const found = [...names.map(onPath), ...(process.platform === 'darwin' ? applications : [])];
  return found.find((program) => program && isExecutable(program) && runs(program));
};

const hasPlaywrightChromium = () => {
  const { chromium } = createRequire(join(root, 'tests/package.json'))('@playwright/test');
  return existsSync(chromium.executablePath());
};

export const hasChromium = () => systemChromium() !== undefined || hasPlaywrightChromium();

const isRoot = () => process.getuid?.() === 0;

// Installers, best first; each is a list of commands.
export const chromiumInstallers = () => {
  const playwright = [process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'install'];
  const apt = isRoot() && onPath('apt-get');
  return [
    ...(apt
      ? ['chromium-headless-shell', 'chromium'].map((name) => [
          [apt, 'update'],
          [apt, 'install', '-y', '--no-install-recommends', name],
        ])
      : []),
    [[...playwright, ...(apt ? ['--with-deps'] : []), 'chromium']],
  ];
};
