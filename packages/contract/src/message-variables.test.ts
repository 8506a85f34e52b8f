import { describe, expect, it } from 'vitest';
import { templateTypes } from './message-types.ts';
import { findUnknownVariables, variablesOf } from './message-variables.ts';

describe('variables of templates', () => {
  it.each(templateTypes)('%s has known ones only', (type) => {
    const text = variablesOf(type)
      .map((name) => `{{${name}}} {{ ${name} }}`)
      .join('\n');
    expect(findUnknownVariables(text, type)).toEqual([]);
    expect(variablesOf(type).some((name) => name === 'code' || name === 'link')).toBe(true);
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
  ])('%s is unknown', (text, expected) => expect(findUnknownVariables(text, 'SignIn')).toEqual([expected]));

  it.each(['{{user.profile.givenName}}', '{{ inviter.profile }}', '{{a b}}', '{code}', '{{}}', ''])(
    '%s is fine',
    (text) => expect(findUnknownVariables(text, 'SignIn')).toEqual([]),
  );

  it('are reported up to a limit, in linear time', () => {
    // Anything slower would not end before the test does.
    expect(findUnknownVariables('{{unknown.variable}}\n'.repeat(500_000), 'SignIn')).toHaveLength(50);
    for (const part of ['{{', '{{a', '{{ ', '}}']) findUnknownVariables(part.repeat(2_000_000), 'SignIn');
  });
});
