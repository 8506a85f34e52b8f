// The chooser: groups, platforms, search and connectors that exist already.
import { expect, it } from 'vitest';
import type { Connector } from '../sign-in-experience/query.ts';
import { choicesOf, socialGroups } from './groups.ts';
import type { Factory } from './query.ts';

const factory = (id: string, target: string, more: object = {}) =>
  ({ id, target, type: 'Social', name: { en: target }, ...more }) as Factory;
const factories = [
  factory('google-universal', 'google'),
  factory('wechat-web', 'wechat', { platform: 'Web' }),
  factory('wechat-native', 'wechat', { platform: 'Native' }),
  factory('line-universal', 'line'),
  factory('oidc', 'oidc', { isStandard: true }),
  factory('saml', 'saml', { isStandard: true }),
  factory('demo', 'demo', { isDemo: true }),
  factory('smtp', 'smtp', { type: 'Email' }),
];
const connectors = [
  { id: '1', connectorId: 'wechat-web', type: 'Social', target: 'wechat' },
  { id: '2', connectorId: 'oidc', type: 'Social', target: 'company' },
  { id: '3', connectorId: 'wechat-native', type: 'Social', target: 'wechat' },
] as Connector[];

const summary = (keyword: string) =>
  choicesOf(factories, connectors, { type: 'Social', keyword }).map(({ group, choices }) => [
    group,
    ...choices.map(({ options }) => options.map(({ factory: { id }, existing }) => [id, existing?.id])),
  ]);

it('groups by popularity and by target, and finds existing connectors', () => {
  expect(summary('')).toEqual([
    [
      'popular',
      [['google-universal', undefined]],
      [
        ['wechat-web', '1'],
        ['wechat-native', '3'],
      ],
    ],
    ['more', [['line-universal', undefined]]],
    ['standard', [['oidc', undefined]]],
  ]);
  expect(summary(' LIN ')).toEqual([['more', [['line-universal', undefined]]]]);
  expect(summary('nothing')).toEqual([]);
});

it('shows one row per target', () => {
  expect(socialGroups(connectors).map(({ target, connectors: all }) => [target, all.length])).toEqual([
    ['wechat', 2],
    ['company', 1],
  ]);
});
