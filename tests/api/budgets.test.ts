// The weight of the built pages, as a browser loads them.
import { describe, expect, it } from 'vitest';
import { budgets, laterBudgetOf } from '../harness/budgets.ts';
import { firstLoad, laterLoads } from '../harness/page-weight.ts';

describe('budgets', () => {
  it('opens the console within its weight and number of requests', () => {
    const { js, css, requests } = firstLoad('console');
    expect(Math.min(js, css)).toBeGreaterThan(0);
    expect(js + css).toBeLessThanOrEqual(budgets.console);
    expect(requests).toBeLessThanOrEqual(budgets.consoleRequests);
  });

  it('adds little for each later page of the console', () => {
    const later = [...laterLoads('console')];
    expect(later.length).toBeGreaterThan(0);
    const heavy = later.filter(([file, { js, css }]) => js + css > budgets[laterBudgetOf(file)]);
    expect(heavy).toEqual([]);
  });

  it.each(['index.html', 'demo-app.html'])('shows the end-user page %s within its weight', (page) => {
    const { js, css } = firstLoad('sign-in', page);
    expect(Math.min(js, css)).toBeGreaterThan(0);
    expect(js).toBeLessThanOrEqual(budgets.signInScripts);
    expect(css).toBeLessThanOrEqual(budgets.signInStyles);
  });
});
