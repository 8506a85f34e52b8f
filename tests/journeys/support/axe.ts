// axe violations of the current page. Its source is injected once, because parsing it takes longer than most rules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Colors in transition have no contrast to speak of. Transitions are ended rather than awaited, because one whose element
 * was hidden meanwhile never finishes, and again, because a color may be inherited. Spinners never end and are left out.
 */
const settle = `(async () => {
  const isFinite = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  for (let round = 0; round < 10; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const moving = document.getAnimations().filter(isFinite);
    if (moving.length === 0) return;
    for (const animation of moving) animation.finish();
  }
})()`;

/** One line per violation. `within` is a selector that limits the check. */
export const axeViolations = async (page: Page, within: string, options: RunOptions): Promise<string[]> => {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source);
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false });
  await page.evaluate(settle);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)}, ${asked})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
};
