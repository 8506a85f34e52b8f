import { expect, it } from 'vitest';
import type { Connector } from '../sign-in-experience/query.ts';
import { parseSocialSearch, socialPage } from './social-search.ts';

const connector = (id: string, more: object = {}) =>
  ({ id, type: 'Social', target: id, name: { en: id }, protocol: 'oauth2', ...more }) as Connector;
const activity = (id: string, more: object = {}) => ({
  ...{ id, succeeded: 0, failed: 0, lastUsedOn: null, consecutiveFailures: 0, isFailing: false, lastFailure: null },
  ...more,
});
const all = [
  connector('google', { protocol: 'oidc' }),
  connector('github'),
  connector('slack'),
  connector('mail', { type: 'Email' }),
];
const known = {
  targets: ['google', 'slack'],
  activity: [
    activity('google', { succeeded: 30 }),
    activity('github', { succeeded: 10 }),
    activity('slack', { consecutiveFailures: 3, isFailing: true }),
    activity('mail', { succeeded: 500 }),
  ],
};
const targets = (search: object) =>
  socialPage(all, parseSocialSearch({ ...search }), known).items.map(({ target }) => target);

it('filters by status, protocol and keyword', () => {
  expect(targets({})).toEqual(['google', 'github', 'slack']);
  expect(targets({ status: 'on_page' })).toEqual(['google']);
  expect(targets({ status: 'not_on_page' })).toEqual(['github']);
  expect(targets({ status: 'failing' })).toEqual(['slack']);
  expect(targets({ protocol: 'oidc' })).toEqual(['google']);
  expect(targets({ keyword: 'G', protocol: 'oauth2' })).toEqual(['github']);
  expect(targets({ status: 'unheard-of', protocol: 'ftp' })).toEqual(['google', 'github', 'slack']);
});

it('counts the sign-ins of all social connectors, whatever is shown', () => {
  expect(socialPage(all, { keyword: 'slack' }, known).signIns).toBe(40);
});

it('does not guess where a connector is shown', () => {
  const [row] = socialPage(all, {}, { targets: undefined, activity: [] }).items;
  expect([row?.status, row?.activity]).toEqual([undefined, undefined]);
});
