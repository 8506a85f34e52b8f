// A proxy with TLS in front of a server, with an example from deploy/proxy of which only ports and paths are replaced.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

export const publicHost = 'id.example.com';
/** Hosts of protected applications are below it. */
export const appsDomain = 'apps.example.net';

export const readExample = (name: string, replacements: Record<string, string>) =>
  Object.entries(replacements).reduce(
    (result, [from, to]) => {
      if (!result.includes(from)) throw new Error(`the example has no "${from}"`);
      return result.replaceAll(from, to);
    },
    readFileSync(join(import.meta.dirname, '../../deploy/proxy', name), 'utf8'),
  );

export const makeCertificate = (folder: string) => {
  const paths = { key: join(folder, 'privkey.pem'), certificate: join(folder, 'fullchain.pem') };
  const hosts = [publicHost, `*.${appsDomain}`].map((host) => `DNS:${host}`);
  const name = ['-subj', `/CN=${publicHost}`, '-addext', `subjectAltName=${hosts.join()}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const output = ['-keyout', paths.key, '-out', paths.certificate];
  execFileSync('openssl', ['req', ...kind, ...name, ...output], { stdio: 'ignore' });
  return paths;
};

export type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; from?: string };
export type PublicProxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts the program, which ends with its folder. */
export const startProxy = async (options: {
  command: [program: string, ...args: string[]];
  env?: NodeJS.ProcessEnv;
  folder: string;
  certificate: string;
  httpPort: number;
  httpsPort: number;
}) => {
  const { folder, httpPort, httpsPort } = options;
  const [program, ...args] = options.command;
  const child = spawn(program, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ca = readFileSync(options.certificate);

  /** A request in progress to a host. */
  const ask = (path: string, { method = 'GET', headers = {}, from = '127.0.0.2' }: Sent = {}, host = publicHost) => {
    const tls = { ca, servername: host, localAddress: from, agent: false as const };
    return request({
      ...{ host: '127.0.0.1', port: httpsPort, path, method },
      ...{ headers: { host, ...headers }, ...tls },
    });
  };
  /** A request of a client with the address `from`. */
  const send = (path: string, sent: Sent = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const outgoing = ask(path, sent);
      outgoing.once('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        );
      });
      outgoing.once('error', reject);
      outgoing.end(sent.body);
    });
  const isUp = () =>
    send('/health/live').then(
      ({ status }) => status === 200,
      (error: NodeJS.ErrnoException) => {
        if (child.exitCode !== null) throw new Error(`${program} does not start: ${complaints}`);
        if (error.code !== 'ECONNREFUSED') throw error;
        return false;
      },
    );
  await eventually(isUp, { what: `the start of ${program}` });
  return {
    ...{ httpPort, httpsPort, ca, ask, send },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
