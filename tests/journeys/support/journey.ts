// The test of a journey: it also fails when the browser complains on its console, be it a script error, a missing file
// or something that the page's own security policy refused.
import { test as base, type ConsoleMessage, type WebError } from '@playwright/test';

type Fixtures = {
  /** Says that the browser may complain like this: the journey provokes it. */
  allowComplaint: (pattern: RegExp) => void;
};

export const test = base.extend<Fixtures>({
  allowComplaint: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const hear = (message: ConsoleMessage) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      };
      const hearProblem = (problem: WebError) => complaints.push(String(problem.error().stack));
      context.on('console', hear).on('weberror', hearProblem);
      await use((pattern) => allowed.push(pattern));
      context.off('console', hear).off('weberror', hearProblem);
      const unexpected = complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)));
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
