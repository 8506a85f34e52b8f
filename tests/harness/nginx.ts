// Debian's nginx with the example from deploy/proxy in front of a server.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { makeCertificate, readExample, startProxy } from './public-proxy.ts';
import { systemProgram } from './system-program.ts';

export const startNginx = async (upstreamPort: number) => {
  const program = systemProgram('/usr/sbin/nginx', 'nginx-light');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-nginx-'));
  const { key, certificate } = makeCertificate(folder);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const site = readExample('nginx.conf', {
    '127.0.0.1:3001': `127.0.0.1:${upstreamPort}`,
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${httpsPort} ssl http2;`,
    '/etc/ssl/id.example.com/fullchain.pem': certificate,
    '/etc/ssl/id.example.com/privkey.pem': key,
    '/etc/ssl/apps.example.net/fullchain.pem': certificate,
    '/etc/ssl/apps.example.net/privkey.pem': key,
  });
  mkdirSync(join(folder, 'temporary'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temporary/${name};`,
  );
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['daemon off;', 'worker_processes 1;', `pid ${folder}/pid;`, `error_log ${folder}/error.log warn;`],
    ...['events {}', 'http {', 'access_log off;', ...temporary, site, '}'],
  ];
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, main.join('\n'));
  return startProxy({
    command: [program, '-p', folder, '-c', configuration],
    ...{ folder, certificate, httpPort, httpsPort },
  });
};
