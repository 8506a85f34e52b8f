// An empty folder in which a guide is followed: writes its files and runs its commands.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { generatorLock, generatorPackage, readLock } from './lock.ts';
import type { PrintedGuide } from './printed-guide.ts';

const kept = /^(HOME|LANG|TMPDIR|(HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

/** A developer's environment: nothing of this repository, its scripts or the test runner. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  PATH: [
    dirname(process.execPath),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules')),
  ].join(delimiter),
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_omit_lockfile_registry_resolved: 'true',
  npm_config_prefer_offline: 'true',
  npm_config_update_notifier: 'false',
});

/** Signals a process group and gives it a moment to end. */
const stopGroup = async (group: number | undefined, signal: NodeJS.Signals): Promise<undefined> => {
  try {
    if (group !== undefined) process.kill(-group, signal);
  } catch {
    // The group has already ended.
  }
  await sleep(3000);
};

export type Project = ReturnType<typeof newProject>;

/** `path` is prepended to PATH. */
export const newProject = ({ path = '' } = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'tessera-guide-'));
  /** npx finds the programs of npm's global folder before it downloads them. */
  const tools = join(root, '.tools');
  const env = { ...environment(), npm_config_prefix: tools };
  if (path) env.PATH = `${path}${delimiter}${env.PATH}`;
  const place = join(root, '.place');
  let folder = root;

  const open = (script: string) => {
    const child = spawn('bash', ['-c', script], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, ended, output: () => output };
  };

  /** Runs commands to completion in the current folder of earlier ones; returns their output. */
  const run = async (commands: string): Promise<string> => {
    const { ended, output } = open(`set -e\n${commands}\npwd > '${place}'`);
    if ((await ended) !== 0) throw new Error(`${commands}\n${output()}`);
    folder = readFileSync(place, 'utf8').trim();
    return output();
  };

  const write = async (file: string, text: string) => {
    const target = resolve(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, `${text}\n`);
  };

  /** Installs the generator in a command from its lockfile, and puts the lockfile of its packages into the new folder. */
  const prepareGenerator = async (id: string, command: string) => {
    const tool = generatorPackage(command);
    if (tool === undefined) return;
    const folderOfTools = join(tools, 'lib');
    await write(join(folderOfTools, 'package.json'), tool);
    await write(join(folderOfTools, 'package-lock.json'), readLock(generatorLock(id)));
    await run(`npm ci --prefix '${folderOfTools}'`);
    const [, made] = /^cd (\w+)$/m.exec(command) ?? [];
    if (made !== undefined) await write(join(made, 'package-lock.json'), readLock(id));
  };

  /**
   * Follows all steps of the guide in order; returns the output of its commands. Packages come from the lockfile of the
   * guide with this ID; npm drops entries that the project does not need yet, so each installation gets the whole file.
   */
  const follow = async ({ blocks }: Pick<PrintedGuide, 'blocks'>, id?: string): Promise<string[]> => {
    const printed: string[] = [];
    for (const block of blocks) {
      if (block.kind === 'file' && !block.part) await write(block.file, block.code);
      if (block.kind === 'install') {
        if (id !== undefined) await write('package-lock.json', readLock(id));
        await run(`npm install ${block.dev ? '--save-dev ' : ''}${block.packages.join(' ')}`);
      }
      if (block.kind === 'terminal' && block.role === 'run') {
        if (id !== undefined) await prepareGenerator(id, block.code);
        printed.push(await run(block.code));
      }
    }
    return printed;
  };

  const started: ReturnType<typeof open>[] = [];

  /** Starts the application and waits until it responds. */
  const start = async ({ blocks, values }: PrintedGuide) => {
    const command = blocks.find((block) => block.kind === 'terminal' && block.role === 'start');
    if (command?.kind !== 'terminal') throw new Error('the guide starts nothing');
    const running = open(`exec ${command.code}`);
    started.push(running);
    const answers = async () => {
      if (running.child.exitCode !== null) throw new Error('it has ended');
      const answer = await fetch(values.appOrigin).catch(() => undefined);
      return answer?.ok === true;
    };
    await eventually(answers, { within: 180_000, what: 'an answer', every: 200 }).catch((error: Error) => {
      throw new Error(`${command.code}: ${error.message}\n${running.output()}`);
    });
  };

  /** Stops everything that was started, including children, and removes the folder. */
  const remove = async () => {
    for (const { child, ended } of started) {
      const isOver = await Promise.race([ended, stopGroup(child.pid, 'SIGTERM')]);
      if (isOver === undefined) await stopGroup(child.pid, 'SIGKILL');
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };

  /** A file of the project; undefined if there is none. */
  const read = (file: string): string | undefined => {
    const path = join(folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };

  return { run, write, follow, start, read, remove };
};
