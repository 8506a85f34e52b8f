// Names of secrets, which are also path segments in the API.
import type { TFunction } from 'i18next';
import { checkName } from '../../kit/required-text.ts';

export const nameTaken = 'application.secret_name_exists';

export const checkSecretName = (name: string, t: TFunction): string | undefined =>
  checkName(name, 256, t) ??
  (/[/\\\p{Cc}]|^\.{1,2}$/u.test(name.trim()) ? t('applications.secrets.name_characters') : undefined);

/** "production" is followed by "production 2", then "production 3". */
export const nextSecretName = (name: string, names: readonly string[]): string => {
  const [, base = name, number = '1'] = /^(.*\S) (\d{1,6})$/u.exec(name) ?? [];
  const next = `${base} ${Number(number) + 1}`;
  return names.includes(next) ? nextSecretName(next, names) : next;
};
