// Debian's Apache with its own folder and port, for modules that are SAML service providers.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/ports.ts';
import { systemProgram } from '../harness/system-program.ts';
import { answersAt, startProgram } from './program.ts';

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'dir'];

export type Apache = Awaited<ReturnType<typeof startApache>>;
type Site = { folder: string; url: string };

/** `configure` writes its files into the folder and returns lines of the configuration. */
export const startApache = async (configure: (site: Site) => Promise<string[]> | string[]) => {
  const program = systemProgram('/usr/sbin/apache2', 'apache2');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-apache-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  mkdirSync(join(folder, 'site/secret'), { recursive: true });
  for (const path of ['site/index.html', 'site/secret/index.html']) writeFileSync(join(folder, path), `${path}\n`);
  const lines = [
    ...[`ServerRoot ${folder}`, `Listen 127.0.0.1:${port}`, `ServerName ${url}`, `PidFile ${folder}/pid`],
    ...[`ErrorLog ${folder}/error.log`, 'LogLevel info', `DocumentRoot ${folder}/site`, 'DirectoryIndex index.html'],
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...(await configure({ folder, url })),
  ];
  const configuration = join(folder, 'apache.conf');
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  const stop = await startProgram({
    command: [program, '-f', configuration, '-D', 'FOREGROUND'],
    isUp: answersAt(url),
    log: () => readFileSync(join(folder, 'error.log'), 'utf8'),
  });
  return { url, folder, stop: () => stop(folder) };
};
