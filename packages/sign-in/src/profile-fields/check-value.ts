// Validates a value by the type of its field.
import { isWebUrl } from '@tessera/contract/web-url';
import type { PhraseValues } from '@tessera/phrases/translate';
import type { TextKey } from '../app-context.ts';
import type { AskedField } from './asked-fields.ts';
import { dateFormatOf, exampleOf, isDate } from './dates.ts';
import { matches } from './matches.ts';

export type ValueProblem = { text: TextKey; values?: PhraseValues };

const lengthProblem = (text: string, { minLength = 0, maxLength }: AskedField['config']): ValueProblem | undefined => {
  if (text.length < minLength) return { text: 'error.too_few_characters', values: { count: minLength } };
  if (maxLength !== undefined && text.length > maxLength) {
    return { text: 'error.too_many_characters', values: { count: maxLength } };
  }
  return undefined;
};

const numberProblem = (text: string, { minValue, maxValue }: AskedField['config']): ValueProblem | undefined => {
  const number = Number(text);
  if (!Number.isFinite(number)) return { text: 'error.invalid_number' };
  if (minValue !== undefined && number < minValue) return { text: 'error.number_too_small', values: { min: minValue } };
  if (maxValue !== undefined && number > maxValue) return { text: 'error.number_too_large', values: { max: maxValue } };
  return undefined;
};

export const valueProblem = async (field: AskedField, typed: string): Promise<ValueProblem | undefined> => {
  const text = typed.trim();
  const { type, config, required } = field;
  if (type === 'Checkbox') return undefined;
  if (text === '') return required ? { text: 'error.required' } : undefined;
  switch (type) {
    case 'Text':
      return lengthProblem(text, config);
    case 'Number':
      return numberProblem(text, config);
    case 'Date': {
      const format = dateFormatOf(config);
      return isDate(text, format) ? undefined : { text: 'error.invalid_date', values: { example: exampleOf(format) } };
    }
    case 'Url':
      return isWebUrl(text) ? undefined : { text: 'error.invalid_url' };
    case 'Regex':
      return (await matches(config.format ?? '', text)) ? undefined : { text: 'error.invalid_format' };
    default:
      return undefined;
  }
};
