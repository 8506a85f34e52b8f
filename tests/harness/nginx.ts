// Debian's nginx with the example from deploy/proxy in front of a server. Only its ports and paths are replaced.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { systemProgram } from './system-program.ts';

const example = join(import.meta.dirname, '../../deploy/proxy/nginx.conf');
export const publicHost = 'id.example.com';
/** Hosts of protected applications are below it. */
export const appsDomain = 'apps.example.net';

const replaceAll = (text: string, replacements: Record<string, string>) =>
  Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the example has no "${from}"`);
    return result.replaceAll(from, to);
  }, text);

const makeCertificate = (folder: string) => {
  const paths = { key: join(folder, 'privkey.pem'), certificate: join(folder, 'fullchain.pem') };
  const hosts = [publicHost, `*.${appsDomain}`].map((host) => `DNS:${host}`);
  const name = ['-subj', `/CN=${publicHost}`, '-addext', `subjectAltName=${hosts.join()}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const output = ['-keyout', paths.key, '-out', paths.certificate];
  execFileSync('openssl', ['req', ...kind, ...name, ...output], { stdio: 'ignore' });
  return paths;
};

export type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; from?: string };

export const startNginx = async (upstreamPort: number) => {
  const program = systemProgram('/usr/sbin/nginx', 'nginx-light');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-nginx-'));
  const { key, certificate } = makeCertificate(folder);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const site = replaceAll(readFileSync(example, 'utf8'), {
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
  const child = spawn(program, ['-p', folder, '-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ca = readFileSync(certificate);

  /** A request of a client with the address `from`. */
  const send = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.2' }: Sent = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const tls = { ca, servername: publicHost, localAddress: from, agent: false as const };
      const to = { host: '127.0.0.1', port: httpsPort, path, method, headers: { host: publicHost, ...headers } };
      const outgoing = request({ ...to, ...tls }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        );
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  const isUp = () =>
    send('/health/live').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (child.exitCode !== null) throw new Error(`nginx does not start: ${complaints}`);
        if (error.code !== 'ECONNREFUSED') throw error;
        return false;
      },
    );
  await eventually(isUp, { what: 'the start of nginx' });
  return {
    ...{ httpPort, httpsPort, ca, send },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
