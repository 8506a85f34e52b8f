// Validates the settings of a protected application, and finds the field of an error that the server reports.
import { isWebOrigin } from '@tessera/contract/redirect-uri';
import type { TFunction } from 'i18next';
import type { Issue } from '../../../kit/field-issues.ts';
import { parseJsonObject } from '../../../kit/json-object.ts';
import { checkLength, withoutGaps } from '../../../kit/required-text.ts';
import { checkDescription, checkName } from '../check-texts.ts';
import type { ProtectedValues } from './settings-values.ts';

export const exampleOrigin = 'https://shop.example.com';
export const exampleDomain = 'www.example.com';
const ruleLength = 1024;
const mostDays = 365;
const subDomain = /^[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?$/;
/** At least three labels, since an apex domain cannot have a CNAME record. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export const checkOrigin = (text: string, t: TFunction) =>
  isWebOrigin(text.trim()) ? undefined : t('applications.errors.origin', { example: exampleOrigin });

export const checkSubDomain = (text: string, t: TFunction) =>
  subDomain.test(text.trim()) ? undefined : t('applications.protected.errors.subdomain');

export const checkDomain = (text: string, t: TFunction) =>
  hostName.test(text.trim()) ? undefined : t('applications.protected.errors.domain', { example: exampleDomain });

const isPattern = (text: string): boolean => {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
};
const checkRule = (text: string, t: TFunction) =>
  isPattern(text.trim()) ? checkLength(text, ruleLength, t) : t('applications.protected.errors.pattern');

const checkDays = (text: string, t: TFunction) => {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= 1 && days <= mostDays ? undefined : t('fields.whole_number', { min: 1, max: mostDays });
};

/** `before`: a stored duration may have been set by the API, and is accepted as long as it stays. */
export const checkProtectedSettings = (values: ProtectedValues, before: ProtectedValues, t: TFunction) =>
  withoutGaps({
    name: checkName(values.name, t),
    description: checkDescription(values.description, t),
    origin: checkOrigin(values.origin, t),
    ...Object.fromEntries(values.pageRules.map((rule, index) => [`pageRules.${index}`, checkRule(rule, t)])),
    sessionDays: values.sessionDays === before.sessionDays ? undefined : checkDays(values.sessionDays, t),
    customData: parseJsonObject(values.customData) ? undefined : t('fields.json_object'),
  });

/** Blank rows are not sent, so the server's row index can differ from the page's. */
const rowOf = (rows: readonly string[], sent: unknown) =>
  rows.flatMap((row, index) => (row.trim() === '' ? [] : [index]))[Number(sent)] ?? 0;

/** Undefined for a field that the page does not show. */
export function refusedField({ path }: Issue, values: ProtectedValues): string | undefined {
  const [field, index] = path[0] === 'protectedAppMetadata' ? path.slice(1) : path;
  if (field === 'sessionDuration') return 'sessionDays';
  if (field === 'pageRules') return `pageRules.${rowOf(values.pageRules, index)}`;
  return typeof field === 'string' && Object.hasOwn(values, field) ? field : undefined;
}
