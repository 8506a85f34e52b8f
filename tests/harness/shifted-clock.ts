// Preloaded into the server process: shifts its clock by the milliseconds in the file named by TEST_CLOCK_FILE, or stops it
// at the start of the process with TEST_CLOCK=stopped.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.TEST_CLOCK_FILE;
const stoppedAt = process.env.TEST_CLOCK === 'stopped' ? RealDate.now() : undefined;
const offset = () => (file ? Number(readFileSync(file, 'utf8')) : 0);
const now = () => (stoppedAt ?? RealDate.now()) + offset();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
