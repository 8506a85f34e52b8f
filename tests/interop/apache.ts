// Debian's Apache with its own folder and port, for modules that are SAML service providers.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { systemProgram } from '../harness/system-program.ts';

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
  const child = spawn(program, ['-f', configuration, '-D', 'FOREGROUND'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const isUp = async () => {
    if (child.exitCode !== null)
      throw new Error(`Apache does not start: ${complaints}${readFileSync(join(folder, 'error.log'))}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  };
  await eventually(isUp, { what: 'the start of Apache' });
  return {
    ...{ url, folder },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
