// The servers to compare with, each in its own process.
import { fork } from 'node:child_process';
import { join } from 'node:path';

export type Peer = { pid: number; origin: string; stop(): void };

export const startPeer = (
  name: 'bare-proxy' | 'bare-server' | 'library-server',
  words: readonly string[] = [],
): Promise<Peer> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, `${name}.ts`), words, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${complaint}`)));
    child.once('message', (port) => {
      resolve({ pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() });
    });
  });
