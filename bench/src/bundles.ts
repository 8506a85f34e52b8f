// Bundle sizes of the two apps, compared with their budgets.
import { budgets, laterBudgetOf } from '@tessera/tests/harness/budgets';
import { firstLoad, laterLoads, routesLoad } from '@tessera/tests/harness/page-weight';
import type { Goal } from './report.ts';

const kibibytes = { unit: 'KiB', digits: 1 };

const heaviest = (budget: 'laterPage' | 'editor') => {
  const parts = [...laterLoads('console')].filter(([file]) => laterBudgetOf(file) === budget);
  return Math.max(0, ...parts.map(([, { js, css }]) => js + css));
};

export const bundleGoals = (): Goal[] => {
  const consolePage = firstLoad('console');
  const signInPage = firstLoad('sign-in');
  return [
    { name: 'first console page', measured: consolePage.js + consolePage.css, limit: budgets.console, ...kibibytes },
    { name: 'its requests', measured: consolePage.requests, limit: budgets.consoleRequests, unit: '', digits: 0 },
    { name: 'routes of all features', measured: routesLoad().js, limit: budgets.consoleRoutes, ...kibibytes },
    { name: 'heaviest later console page', measured: heaviest('laterPage'), limit: budgets.laterPage, ...kibibytes },
    { name: 'heaviest code editor', measured: heaviest('editor'), limit: budgets.editor, ...kibibytes },
    { name: 'sign-in page, scripts', measured: signInPage.js, limit: budgets.signInScripts, ...kibibytes },
    { name: 'sign-in page, styles', measured: signInPage.css, limit: budgets.signInStyles, ...kibibytes },
  ];
};
