import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { sampleContext, sampleToken } from './samples.ts';
import { checkValues, draftOf, valuesOf } from './script-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const values = valuesOf('access-token');

describe('values of a script', () => {
  it('begin with a script and samples that are good as they are', () => {
    expect(checkValues('access-token', values, t)).toEqual({});
    expect(checkValues('client-credentials', valuesOf('client-credentials'), t)).toEqual({});
    expect(values.script).toContain('getCustomJwtClaims');
  });

  it('come back as they were stored', () => {
    const stored = {
      script: 'const getCustomJwtClaims = () => ({});',
      environmentVariables: { A: '1' },
      tokenSample: { scope: 'x' },
      contextSample: { user: { id: 'u' } },
    };
    expect(draftOf('access-token', valuesOf('access-token', stored))).toEqual(stored);
  });

  it('fall back to the samples where a box was emptied', () => {
    const { tokenSample, contextSample } = draftOf('access-token', { ...values, token: ' ', context: '' });
    expect(tokenSample).toEqual(JSON.parse(sampleToken('access-token')));
    expect(contextSample).toEqual(JSON.parse(sampleContext));
  });

  it('leave out rows that are not complete, and say what is missing from them', () => {
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

  it('are not good with sample data that is no object', () => {
    expect(checkValues('access-token', { ...values, token: '[1]', context: '{' }, t)).toEqual({
      token: 'fields.json_object',
      context: 'fields.json_object',
    });
  });
});
