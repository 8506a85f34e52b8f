// Programs of the operating system that tests run next to the server, and the Debian packages that have them.
import { existsSync } from 'node:fs';

const forTests = {
  '/usr/bin/caddy': 'caddy',
  '/usr/bin/pg_restore': 'postgresql',
  '/usr/bin/promtool': 'prometheus',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

/** SAML products that `npm run interop` signs in with. */
const forInterop = {
  '/usr/sbin/apache2': 'apache2',
  '/usr/lib/apache2/modules/mod_auth_mellon.so': 'libapache2-mod-auth-mellon',
  '/usr/lib/apache2/modules/mod_shib.so': 'libapache2-mod-shib',
  '/usr/sbin/shibd': 'shibboleth-sp-utils',
  '/usr/bin/php': 'php-cli',
  '/usr/share/simplesamlphp/www': 'simplesamlphp',
};

const forAllTests = {
  ...forTests,
  '/usr/bin/firefox-esr': 'firefox-esr',
  // Loads extensions, unlike the headless shell.
  '/usr/bin/chromium': 'chromium',
  // A site for the guide of a WordPress plugin.
  '/usr/share/wordpress/wp-login.php': 'wordpress',
  '/usr/sbin/mariadbd': 'mariadb-server',
};

const missingFrom = (wanted) =>
  Object.entries(wanted)
    .filter(([path]) => !existsSync(path))
    .map(([, debianPackage]) => debianPackage);

const programs = { all: forAllTests, interop: forInterop };

export const missingSystemPackages = (purpose) => missingFrom(programs[purpose] ?? forTests);
