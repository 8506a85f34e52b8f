import { describe, expect, it } from 'vitest';
import { messageChannels, templateTypesOf } from './message-types.ts';
import { findUnknownVariables, variablesOf } from './message-variables.ts';

describe('variables of templates', () => {
  const kinds = messageChannels.flatMap((channel) => templateTypesOf(channel).map((type) => ({ channel, type })));
  const kind = { channel: 'Email', type: 'SignIn' } as const;

  it.each(kinds)('$channel $type has known ones only', ({ channel, type }) => {
    const variables = variablesOf(channel, type);
    const text = variables.map((name) => `{{${name}}} {{ ${name} }}`).join('\n');
    expect(findUnknownVariables(text, { channel, type })).toEqual([]);
    expect(variables.some((name) => name === 'code' || name === 'link')).toBe(true);
  });

  it.each([
    ['{{cod}}', { name: 'cod', line: 1, from: 2, to: 5, suggestion: 'code' }],
    [
      'a\n\n {{ aplication.name }}',
      { name: 'aplication.name', line: 3, from: 7, to: 22, suggestion: 'application.name' },
    ],
    ['{{Code}}', { name: 'Code', line: 1, from: 2, to: 6, suggestion: 'code' }],
    ['{{displayName}}', { name: 'displayName', line: 1, from: 2, to: 13, suggestion: 'application.displayName' }],
    ['{{user.nmae}}', { name: 'user.nmae', line: 1, from: 2, to: 11, suggestion: 'user.name' }],
    ['{{something.else}}', { name: 'something.else', line: 1, from: 2, to: 16 }],
    ['{{constructor}}', { name: 'constructor', line: 1, from: 2, to: 13 }],
  ])('%s is unknown', (text, expected) => expect(findUnknownVariables(text, kind)).toEqual([expected]));

  it('a link is in emails that can have a magic link, not in SMS', () => {
    expect(variablesOf('Email', 'SignIn').slice(0, 2)).toEqual(['code', 'link']);
    expect(variablesOf('Email', 'Register')).toContain('link');
    expect(variablesOf('Email', 'ForgotPassword')).not.toContain('link');
    expect(variablesOf('Sms', 'SignIn')).not.toContain('link');
  });

  it.each([
    '{{user.profile.givenName}}',
    '{{ inviter.profile }}',
    '{{#link}}{{link}}{{/link}}',
    '{{a b}}',
    '{code}',
    '{{}}',
    '',
  ])('%s is fine', (text) => expect(findUnknownVariables(text, kind)).toEqual([]));

  it('are reported up to a limit, in linear time', () => {
    // Anything slower would not end before the test does.
    expect(findUnknownVariables('{{unknown.variable}}\n'.repeat(500_000), kind)).toHaveLength(50);
    for (const part of ['{{', '{{a', '{{ ', '}}']) findUnknownVariables(part.repeat(2_000_000), kind);
  });
});
