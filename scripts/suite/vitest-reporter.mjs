// Writes the events of a vitest run.
import { relative } from 'node:path';
import { eventWriter, plain } from './events.mjs';

const describeError = (error) => ({ kind: error.name ?? 'Error', message: plain(error.message ?? String(error)) });

export default class EventReporter {
  #write = eventWriter();
  #root = process.cwd();

  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  #file(path) {
    return relative(this.#root, path);
  }

  #lineIn(path, error) {
    return error.stacks?.find(({ file }) => file === path)?.line ?? error.stacks?.[0]?.line;
  }

  #fail(type, path, name, error, more = {}) {
    const line = this.#lineIn(path, error);
    this.#write({ type, file: this.#file(path), name, line, error: describeError(error), ...more });
  }

  onTestModuleQueued({ moduleId }) {
    this.#write({ type: 'start', file: this.#file(moduleId) });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const ms = test.diagnostic()?.duration ?? 0;
    const { moduleId } = test.module;
    if (state === 'failed') {
      const [first = { message: 'failed without an error' }] = errors;
      this.#fail('test', moduleId, test.fullName, first, { status: 'failed', ms });
    } else this.#write({ type: 'test', file: this.#file(moduleId), name: test.fullName, status: state, ms });
  }

  onTestModuleEnd(module) {
    for (const error of module.errors()) this.#fail('error', module.moduleId, '', error);
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) this.#fail('error', module.moduleId, suite.fullName, error);
    }
    const { duration = 0, collectDuration = 0, setupDuration = 0 } = module.diagnostic();
    this.#write({ type: 'end', file: this.#file(module.moduleId), ms: duration + collectDuration + setupDuration });
  }

  onTestRunEnd(_modules, unhandled) {
    for (const error of unhandled) {
      const path = error.VITEST_TEST_PATH;
      if (path) this.#fail('error', path, error.VITEST_TEST_NAME ?? 'outside of a test', error);
      else this.#write({ type: 'error', name: 'outside of a test', error: describeError(error) });
    }
    this.#write({ type: 'done' });
  }
}
