// Form values of the password policy, their validation and the request body.
import { defaultPasswordPolicy as defaults } from '@tessera/contract/check-password';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';
import type { Experience } from '../sign-in-experience/query.ts';
import { checkNumber } from './check-number.ts';

export type PolicyValues = {
  minLength: number | string;
  characterTypes: string;
  pwned: boolean;
  repetitionAndSequence: boolean;
  userInfo: boolean;
  hasWords: boolean;
  /** One per line. */
  words: string;
};

export const maxLengthOf = ({ passwordPolicy: { length } }: Experience): number => length?.max ?? defaults.length.max;

export const policyValuesOf = ({
  passwordPolicy: { length, characterTypes, rejects = {} },
}: Experience): PolicyValues => {
  const words = rejects.words ?? [];
  return {
    minLength: length?.min ?? defaults.length.min,
    characterTypes: String(characterTypes?.min ?? defaults.characterTypes.min),
    pwned: rejects.pwned ?? defaults.rejects.pwned,
    repetitionAndSequence: rejects.repetitionAndSequence ?? defaults.rejects.repetitionAndSequence,
    userInfo: rejects.userInfo ?? defaults.rejects.userInfo,
    hasWords: words.length > 0,
    words: words.join('\n'),
  };
};

const wordsOf = ({ hasWords, words }: PolicyValues): string[] =>
  hasWords
    ? [
        ...new Set(
          words
            .split('\n')
            .map((word) => word.trim())
            .filter((word) => word !== ''),
        ),
      ]
    : [];

export const checkPolicy = (values: PolicyValues, max: number, t: TFunction): Record<string, string> =>
  withoutGaps({
    minLength: checkNumber(values.minLength, max, t),
    words: values.hasWords && wordsOf(values).length === 0 ? t('security.password.words_required') : undefined,
  });

export const policyOf = (values: PolicyValues, base: Experience) => ({
  length: { min: Number(values.minLength), max: maxLengthOf(base) },
  characterTypes: { min: Number(values.characterTypes) },
  rejects: {
    pwned: values.pwned,
    repetitionAndSequence: values.repetitionAndSequence,
    userInfo: values.userInfo,
    words: wordsOf(values),
  },
});
