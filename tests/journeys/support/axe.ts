// What axe finds on a page as it is now. Its source is given to the page once, because reading it takes longer than most
// of its rules do.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each violation in one line. `within` is a selector: the rest of the page is not looked at. */
export const axeViolations = async (page: Page, within: string, options: RunOptions): Promise<string[]> => {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source);
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)}, ${asked})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
};
