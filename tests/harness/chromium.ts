// The browser of journeys and guides: an installed Chromium, quiet, and without the sandbox where root cannot have one.
import { existsSync } from 'node:fs';

const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));

export const launchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    // Pages live for seconds: code is not run often enough to be worth optimizing.
    '--js-flags=--no-maglev --no-opt',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
