// Every log key and every change in the contract has a title.
import { api } from '@tessera/contract/api';
import { changeKeyOf, logKeys } from '@tessera/contract/audit-log-keys';
import phrases from '@tessera/phrases/en/console/audit-logs.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { type Say, titleOf } from './log-title.ts';

const say: Say = (name, values = {}) => {
  const found = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], phrases);
  return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '') : undefined;
};
const title = (key: string) => titleOf(say, key);

it('every event has a unique title', () => {
  const titles = logKeys.map(title);
  expect(logKeys.filter((key) => title(key) === key)).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
  expect(title('Interaction.SignIn.Verification.Password.Submit')).toBe('Sign-in: password checked');
  expect(title('Interaction.Register.BindMfa.Totp.Submit')).toBe('Sign-up: authenticator app set up');
});

it('failed events can have a title of their own', () => {
  const failed = Object.keys(phrases.failures).map((name) => name.replaceAll('_', '.'));
  expect(logKeys).toEqual(expect.arrayContaining(failed));
  expect(titleOf(say, 'SsoConnector.SetupLink', 'Success')).toBe('Setup link used');
  expect(titleOf(say, 'SsoConnector.SetupLink', 'Error')).toBe('Setup link refused');
  expect(titleOf(say, 'RevokeToken', 'Error')).toBe(title('RevokeToken'));
});

it('every change has a phrase for its entity and action', () => {
  const changes = Object.values(api)
    .flatMap((resource) => Object.values(resource.operations))
    .flatMap(({ change }) => (change === undefined || change === 'none' ? [] : [change]));
  const without = changes.filter((change) => {
    const [entity = '', action = ''] = change.split('.');
    return !(entity in phrases.entities && action in phrases.actions);
  });
  expect(without).toEqual([]);
  expect(title(changeKeyOf('application-secret.created'))).toBe('Application secret: created');
});

it('unknown keys are shown as they are', () => {
  expect(title('Something.New')).toBe('Something.New');
  expect(title('Interaction.SignIn.Verification.Smoke.Create')).toBe('Interaction.SignIn.Verification.Smoke.Create');
  expect(title('Change.SpaceShip.EnginesReplaced')).toBe('space ship: engines replaced');
  expect(title('TriggerHook.User.Created')).toBe('Webhook request: User.Created');
});
