// Programs of the operating system that tests run next to the server, and the Debian packages that have them.
import { existsSync } from 'node:fs';

const forTests = {
  '/usr/bin/pg_restore': 'postgresql',
  '/usr/bin/promtool': 'prometheus',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

const forAllTests = { ...forTests, '/usr/bin/firefox-esr': 'firefox-esr' };

const missingFrom = (programs) =>
  Object.entries(programs)
    .filter(([path]) => !existsSync(path))
    .map(([, debianPackage]) => debianPackage);

export const missingSystemPackages = (purpose) => missingFrom(purpose === 'all' ? forAllTests : forTests);
