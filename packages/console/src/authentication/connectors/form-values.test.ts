// A connector's form: defaults, conditions, empty values and entries without a field.
import type { FormItem } from '@tessera/contract/connectors';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkValues, configOf, configValues, defaultsOf, fieldOfIssue, secretKeys } from './form-values.ts';

const items: FormItem[] = [
  { key: 'host', label: 'Host', type: 'Text', required: true },
  { key: 'port', label: 'Port', type: 'Number', required: true, defaultValue: 587 },
  { key: 'auth', label: 'Credentials', type: 'Json', isConfidential: true, defaultValue: { user: '' } },
  { key: 'scope', label: 'Scopes', type: 'MultilineText' },
  { key: 'secure', label: 'TLS', type: 'Switch', defaultValue: false },
  { key: 'name', label: 'Name', type: 'Text', showConditions: [{ targetKey: 'secure', expectValue: true }] },
  { key: 'prompts', label: 'Prompts', type: 'MultiSelect', selectItems: [{ value: 'none' }, { value: 'consent' }] },
];
const t = ((key: string) => key) as unknown as TFunction;
const check = (values: ReturnType<typeof defaultsOf>) => checkValues(items, values, { isStandard: false, t });

describe('form values', () => {
  it('starts with the defaults, and shows stored values without them', () => {
    expect(defaultsOf(items)).toMatchObject({ host: '', port: '587', auth: '{\n  "user": ""\n}', secure: false });
    expect(configValues(items, { host: 'a', prompts: ['none', 1] })).toMatchObject({
      ...{ host: 'a', port: '', auth: '', prompts: ['none'] },
    });
  });

  it('drops empty values and parses the others', () => {
    const values = { ...defaultsOf(items), host: ' a ', scope: 'openid\n email ', auth: ' ' };
    expect(configOf(items, values)).toEqual({ host: 'a', port: 587, scope: 'openid email', secure: false });
  });

  it('keeps stored entries without a field on the page, but not those of empty fields', () => {
    const stored = { host: 'a', port: 25, scope: 'openid', name: 'hidden', oneTap: { isEnabled: true } };
    const values = { ...configValues(items, stored), scope: '' };
    expect(configOf(items, values, stored)).toEqual({
      ...{ host: 'a', port: 25, secure: false, name: 'hidden', oneTap: { isEnabled: true } },
    });
  });

  it('checks required fields, numbers and JSON, except in hidden fields', () => {
    expect(check({ ...defaultsOf(items), port: 'x', auth: '{' })).toEqual({
      ...{ host: 'fields.required', port: 'connectors.form.number_rule', auth: 'connectors.form.json_rule' },
    });
    expect(check({ ...defaultsOf(items), host: 'a' })).toEqual({});
    const standard = checkValues(items, { ...defaultsOf(items), host: 'a' }, { isStandard: true, t });
    expect(standard).toEqual({ '@name': 'fields.required', '@target': 'fields.required' });
  });

  it('finds secrets, and the field of an issue', () => {
    expect(secretKeys(items)).toEqual(['auth']);
    expect(fieldOfIssue({ path: ['config', 'auth', 'pass'] }, defaultsOf(items))).toBe('auth');
    expect(fieldOfIssue({ path: ['else'] }, defaultsOf(items))).toBeUndefined();
  });
});
