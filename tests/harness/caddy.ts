// Debian's Caddy with the example from deploy/proxy in front of a server.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { makeCertificate, publicHost, readExample, startProxy } from './public-proxy.ts';
import { systemProgram } from './system-program.ts';

export const startCaddy = async (upstreamPort: number) => {
  const program = systemProgram('/usr/bin/caddy', 'caddy');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-caddy-'));
  const { key, certificate } = makeCertificate(folder);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const sites = readExample('Caddyfile', {
    '127.0.0.1:3001': `127.0.0.1:${upstreamPort}`,
    // Instead of a certificate of a public authority.
    [`${publicHost} {`]: `${publicHost} {\n\ttls ${certificate} ${key}`,
    '/etc/ssl/apps.example.net/fullchain.pem': certificate,
    '/etc/ssl/apps.example.net/privkey.pem': key,
  });
  const global = ['{', 'admin off', 'default_bind 127.0.0.1', `http_port ${httpPort}`, `https_port ${httpsPort}`, '}'];
  const configuration = join(folder, 'Caddyfile');
  writeFileSync(configuration, [...global, sites].join('\n'));
  return startProxy({
    command: [program, 'run', '--adapter', 'caddyfile', '--config', configuration],
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    ...{ folder, certificate, httpPort, httpsPort },
  });
};
