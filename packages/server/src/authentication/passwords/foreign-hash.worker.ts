// Worker thread that verifies imported hashes, one at a time.
import '../../infrastructure/concurrency/thread-priority.ts';
import { parentPort } from 'node:worker_threads';
import { type ForeignHash, verifyForeignHash } from './foreign-hash.ts';

const port = parentPort;
if (!port) throw new Error('this file is started as a worker');

const verify = (job: ForeignHash): boolean => {
  try {
    return verifyForeignHash(job);
  } catch {
    // A hash with the right format that can't be parsed matches nothing.
    return false;
  }
};

port.on('message', (job: ForeignHash) => port.postMessage(verify(job)));
port.postMessage('ready');
