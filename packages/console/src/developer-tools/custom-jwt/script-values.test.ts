import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { sampleContext, sampleToken } from './samples.ts';
import { checkValues, draftOf, valuesOf } from './script-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const values = valuesOf('access-token');

describe('script values', () => {
  it('start with a valid script and samples', () => {
    expect(checkValues('access-token', values, t)).toEqual({});
    expect(checkValues('client-credentials', valuesOf('client-credentials'), t)).toEqual({});
    expect(values.script).toContain('getCustomJwtClaims');
  });

  it('survive a round trip', () => {
    const stored = {
      script: 'const getCustomJwtClaims = () => ({});',
      environmentVariables: { A: '1' },
      tokenSample: { scope: 'x' },
      contextSample: { user: { id: 'u' } },
    };
    expect(draftOf('access-token', valuesOf('access-token', stored))).toEqual(stored);
  });

  it('use the samples for cleared fields', () => {
    const { tokenSample, contextSample } = draftOf('access-token', { ...values, token: ' ', context: '' });
    expect(tokenSample).toEqual(JSON.parse(sampleToken('access-token')));
    expect(contextSample).toEqual(JSON.parse(sampleContext));
  });

  it('omit incomplete rows and report what is missing', () => {
    const variables = [
      { key: '', value: '' },
      { key: 'GOOD', value: '1' },
      { key: 'GOOD', value: '2' },
      { key: 'a-b', value: '3' },
      { key: '', value: '4' },
      { key: 'EMPTY', value: '' },
    ];
    expect(checkValues('access-token', { ...values, variables }, t)).toEqual({
      'variables.2.key': 'custom-jwt.variables.key_taken',
      'variables.3.key': 'custom-jwt.variables.key_rule',
      'variables.4.key': 'custom-jwt.variables.key_missing',
      'variables.5.value': 'custom-jwt.variables.value_missing',
    });
    const draft = draftOf('access-token', { ...values, variables: variables.slice(0, 2) });
    expect(draft.environmentVariables).toEqual({ GOOD: '1' });
  });

  it('are invalid if sample data is not an object', () => {
    expect(checkValues('access-token', { ...values, token: '[1]', context: '{' }, t)).toEqual({
      token: 'fields.json_object',
      context: 'fields.json_object',
    });
  });
});
