// The test fixture of journeys: fails on console errors such as script errors, missing files or CSP violations.
import { type BrowserContext, test as base, type ConsoleMessage, type WebError } from '@playwright/test';
import { recordMessages } from './messages.ts';

/** Frames without scripts block the recorder of messages, too. */
const isRecorderBlocked = (message: ConsoleMessage) =>
  message.location().url === 'about:srcdoc' && message.text().startsWith("Blocked script execution in 'about:srcdoc'");

type Fixtures = {
  /** Allows a console error that the journey provokes. */
  allowComplaint: (pattern: RegExp) => void;
};

/** The browser context kept between the journeys of a file, see one-visitor.ts. */
export type Visit = { file?: string; context?: BrowserContext };

export const test = base.extend<Fixtures, { visit: Visit }>({
  // Defined here because all files share the workers only if they have the same worker fixtures.
  visit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from this pattern
    async ({}, use) => {
      const visit: Visit = {};
      await use(visit);
      await visit.context?.close();
    },
    { scope: 'worker' },
  ],
  allowComplaint: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const hear = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !isRecorderBlocked(message)) {
          complaints.push(`${message.text()} (${message.location().url})`);
        }
      };
      const hearProblem = (problem: WebError) => complaints.push(String(problem.error().stack));
      await recordMessages(context);
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
