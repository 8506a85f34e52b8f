import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { dataKeys, newFieldOf } from './field-defaults.ts';
import { bodyOf, checkField, type FieldValues, valuesOf, withFormat, withType } from './field-values.ts';
import type { ProfileField } from './query.ts';

const t = ((key: string) => key) as unknown as TFunction;
const makeStored = (name: string): ProfileField => {
  const { label = '', config = {}, ...field } = newFieldOf(name);
  return {
    ...field,
    label,
    config,
    description: null,
    tenantId: 't',
    id: 'i',
    createdAt: 0,
    sieOrder: 1,
  } as ProfileField;
};
const values = (name: string, change: Partial<FieldValues> = {}) => ({ ...valuesOf(makeStored(name)), ...change });

describe('profile fields', () => {
  it.each([
    ['nickname', 'Text', ['nickname']],
    ['website', 'Url', ['website']],
    ['gender', 'Select', ['gender']],
    ['birthdate', 'Date', ['birthdate']],
    ['address', 'Address', ['address.formatted']],
    ['fullname', 'Fullname', ['givenName', 'familyName']],
    ['shoeSize', 'Text', ['customData.shoeSize']],
  ])('start with defaults by name: %s', (name, type, keys) => {
    expect(newFieldOf(name)).toMatchObject({ type, required: true, label: name === 'shoeSize' ? name : '' });
    expect(dataKeys(makeStored(name))).toEqual(keys);
  });

  it.each(['nickname', 'gender', 'birthdate', 'website', 'address', 'fullname'])('are sent unchanged: %s', (name) => {
    const { name: _, ...sent } = newFieldOf(name);
    expect(bodyOf(values(name))).toMatchObject(sent);
  });

  it.each<[string, Partial<FieldValues>, string | undefined]>([
    ['nickname', {}, undefined],
    ['nickname', { minLength: 5, maxLength: 3 }, 'maxLength'],
    ['nickname', { minLength: -1 }, 'minLength'],
    ['shoeSize', { label: ' ' }, 'label'],
    ['nickname', { label: '' }, undefined],
    ['shoeSize', { type: 'Number', minValue: -3, maxValue: -5 }, 'maxValue'],
    ['shoeSize', { type: 'Number', minValue: -3, maxValue: '' }, undefined],
    ['gender', { options: ' \n' }, 'options'],
    ['gender', { options: 'a:One\na' }, 'options'],
    ['birthdate', { format: 'Custom', customFormat: '' }, 'customFormat'],
    ['shoeSize', { type: 'Regex', regex: '(' }, 'regex'],
    ['shoeSize', { type: 'Regex', regex: '^\\d+$' }, undefined],
    ['shoeSize', { description: 'x'.repeat(257) }, 'description'],
    ['address', { parts: [] }, 'parts'],
  ])('are checked: %s with %j', (name, change, field) => {
    expect(Object.keys(checkField(name, values(name, change), t))).toEqual(field ? [field] : []);
  });

  it('are validated in their enabled parts', () => {
    const parts = values('fullname').parts.map((part) => ({ ...part, minLength: 9, maxLength: 1 }));
    expect(Object.keys(checkField('fullname', values('fullname', { parts }), t))).toEqual([
      'parts.givenName.maxLength',
      'parts.familyName.maxLength',
    ]);
  });

  it('send only what their type uses', () => {
    const options = 'a:One\n b \n';
    expect(bodyOf(values('shoeSize', { type: 'Select', options })).config).toEqual({
      options: [{ value: 'a', label: 'One' }, { value: 'b' }],
    });
    const box = bodyOf(values('shoeSize', { type: 'Checkbox', defaultValue: 'true', description: 'no' }));
    expect(box).toEqual({ type: 'Checkbox', label: 'shoeSize', required: false, config: { defaultValue: 'true' } });
  });

  it('drop the date format when the type changes', () => {
    const date = withFormat(values('birthdate'), 'yyyy-MM-dd');
    expect(date).toMatchObject({ format: 'yyyy-MM-dd', placeholder: 'yyyy-MM-dd' });
    expect(withFormat(date, 'Custom')).toMatchObject({ format: 'Custom', placeholder: 'yyyy-MM-dd' });
    expect(withType(date, 'Text')).toMatchObject({ type: 'Text', format: '', customFormat: '', placeholder: '' });
  });
});
