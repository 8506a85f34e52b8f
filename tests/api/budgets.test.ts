// Bundle sizes of the built pages.
import { describe, expect, it } from 'vitest';
import { budgets, laterBudgetOf } from '../harness/budgets.ts';
import { firstLoad, laterLoads, routesLoad } from '../harness/page-weight.ts';

describe('budgets', () => {
  it("the console's first load stays within its size and request limits", () => {
    const { js, css, requests } = firstLoad('console');
    expect(Math.min(js, css)).toBeGreaterThan(0);
    expect(js + css).toBeLessThanOrEqual(budgets.console);
    expect(requests).toBeLessThanOrEqual(budgets.consoleRequests);
    const routes = routesLoad();
    expect(routes.js).toBeGreaterThan(0);
    expect(routes.js).toBeLessThanOrEqual(budgets.consoleRoutes);
  });

  it('later console pages add little', () => {
    const later = [...laterLoads('console')];
    expect(later.length).toBeGreaterThan(0);
    const heavy = later.filter(([file, { js, css }]) => js + css > budgets[laterBudgetOf(file)]);
    expect(heavy).toEqual([]);
    expect(later.filter(([, { requests }]) => requests > budgets.laterPageRequests)).toEqual([]);
  });

  it.each(['index.html', 'demo-app.html'])('the end-user page %s stays within its size limit', (page) => {
    const { js, css } = firstLoad('sign-in', page);
    expect(Math.min(js, css)).toBeGreaterThan(0);
    expect(js).toBeLessThanOrEqual(budgets.signInScripts);
    expect(css).toBeLessThanOrEqual(budgets.signInStyles);
  });

  it('the account pages stay within their size limit', () => {
    const { js, css } = firstLoad('sign-in', 'account.html');
    expect(Math.min(js, css)).toBeGreaterThan(0);
    expect(js).toBeLessThanOrEqual(budgets.accountScripts);
    expect(css).toBeLessThanOrEqual(budgets.accountStyles);
  });
});
