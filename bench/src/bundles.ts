// What the two apps make a browser load, beside their budgets.
import { budgets } from '@tessera/tests/harness/budgets';
import { firstLoad, laterLoads } from '@tessera/tests/harness/page-weight';
import type { Goal } from './report.ts';

const kibibytes = { unit: 'KiB', digits: 1 };

const heaviest = () => Math.max(0, ...[...laterLoads('console').values()].map(({ js, css }) => js + css));

export const bundleGoals = (): Goal[] => {
  const consolePage = firstLoad('console');
  const signInPage = firstLoad('sign-in');
  return [
    { name: 'first console page', measured: consolePage.js + consolePage.css, limit: budgets.console, ...kibibytes },
    { name: 'its requests', measured: consolePage.requests, limit: budgets.consoleRequests, unit: '', digits: 0 },
    { name: 'heaviest later console page', measured: heaviest(), limit: budgets.laterPage, ...kibibytes },
    { name: 'sign-in page, scripts', measured: signInPage.js, limit: budgets.signInScripts, ...kibibytes },
    { name: 'sign-in page, styles', measured: signInPage.css, limit: budgets.signInStyles, ...kibibytes },
  ];
};
