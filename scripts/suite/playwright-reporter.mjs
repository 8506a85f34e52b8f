// Writes the events of a Playwright run.
import { relative } from 'node:path';
import { eventWriter, plain } from './events.mjs';

const describeError = (error) => {
  const message = plain(error.message ?? error.value ?? 'failed without an error');
  return { kind: /^Error: expect\(|expect\(.*\)\./.test(message) ? 'AssertionError' : 'Error', message };
};

const nameOf = (test) => test.titlePath().slice(3).join(' > ');

export default class EventReporter {
  #write = eventWriter();
  #root = process.cwd();
  #left = new Map();
  #times = new Map();
  #tests = [];

  onBegin(_config, suite) {
    this.#tests = suite.allTests();
    for (const test of this.#tests) {
      const file = this.#fileOf(test);
      this.#left.set(file, (this.#left.get(file) ?? 0) + 1);
    }
  }

  #fileOf(test) {
    return relative(this.#root, test.location.file);
  }

  onTestBegin(test) {
    const file = this.#fileOf(test);
    if (!this.#times.has(file)) this.#write({ type: 'start', file });
    this.#times.set(file, this.#times.get(file) ?? 0);
  }

  onTestEnd(test, { status, duration, error }) {
    const file = this.#fileOf(test);
    const isFailed = status !== 'passed' && status !== 'skipped';
    this.#write({
      type: 'test',
      file,
      name: nameOf(test),
      status: isFailed ? 'failed' : status,
      ms: duration,
      line: isFailed ? (error?.location?.line ?? test.location.line) : undefined,
      error: isFailed ? describeError(error ?? { message: status }) : undefined,
    });
    this.#times.set(file, (this.#times.get(file) ?? 0) + duration);
    const left = (this.#left.get(file) ?? 1) - 1;
    this.#left.set(file, left);
    if (left === 0) this.#end(file);
  }

  #end(file) {
    this.#write({ type: 'end', file, ms: this.#times.get(file) ?? 0 });
  }

  // Failed hooks of a worker, files that do not load, a dead worker.
  onError(error) {
    const { file, line } = error.location ?? {};
    this.#write({
      type: 'error',
      file: file && relative(this.#root, file),
      line,
      name: 'outside of a test',
      error: describeError(error),
    });
  }

  onEnd() {
    for (const test of this.#tests.filter(({ results }) => results.length === 0)) {
      const { line } = test.location;
      this.#write({
        type: 'error',
        file: this.#fileOf(test),
        name: nameOf(test),
        line,
        error: { message: 'did not run' },
      });
    }
    for (const [file, left] of this.#left) if (left > 0) this.#end(file);
    this.#write({ type: 'done' });
  }

  printsToStdio() {
    return false;
  }
}
