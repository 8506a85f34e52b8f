// PgBouncer in transaction mode in front of a database, with fewer server connections than clients.
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivilegedUser } from './cluster.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { systemProgram } from './system-program.ts';

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });

export const startPgBouncer = async (database: { port: number; name: string; login: string }, connections: number) => {
  const program = systemProgram('/usr/sbin/pgbouncer', 'pgbouncer');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-pgbouncer-'));
  const port = await freePort();
  const configuration = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${database.login}" ""\n`);
  writeFileSync(
    configuration,
    `[databases]
${database.name} = host=127.0.0.1 port=${database.port} dbname=${database.name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const user = unprivilegedUser();
  if (user) for (const path of [folder, configuration, users]) chownSync(path, user.uid, user.gid);
  // PgBouncer refuses to run as root, too.
  const child = spawn(program, ['-q', configuration], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await eventually(() => answers(port), { what: 'the start of PgBouncer' }).catch(async (error: Error) => {
    await stop();
    throw new Error(`${error.message}: ${errors}`);
  });
  return { url: `postgresql://${database.login}@127.0.0.1:${port}/${database.name}`, stop };
};
